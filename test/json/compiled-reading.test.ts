import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import fc from 'fast-check';

import { compileDirectReader, directReaderSource, leftToJsonParse } from '../../src/json/direct-reader-compiler.js';
import { doubt } from '../../src/json/doubt.js';
import { JsonIgnore, JsonProperty } from '../../src/json/json-annotations.js';
import { JsonMappingError, JsonSyntaxError } from '../../src/json/json-errors.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { parseJsonWithPositions } from '../../src/json/json-node.js';
import { compileReader } from '../../src/json/reader-compiler.js';
import { ValueReader } from '../../src/json/value-reader.js';
import type { ReadingRules } from '../../src/json/value-reader.js';
import { GeneratedCode } from '../../src/reflection/generated-code.js';
import { Int, Json, Long, listOf, typeOfToken } from '../../src/reflection/type-token.js';
import { anyToken, documentOf, hostile, simpleClass, subtypes } from './generated-types.js';

const runs = Number(process.env['KEELSON_FUZZ'] ?? 150);
const modes: readonly ReadingRules[] = (['ignore', 'refuse'] as const).flatMap((unknownProperties) =>
  [500, 2].map((maxDepth) => ({ subtypes, unknownProperties, maxDepth })),
);
const tokensAndDocuments = anyToken.chain((token) =>
  fc.tuple(fc.constant(token), fc.array(documentOf(typeOfToken(token)), { minLength: 1, maxLength: 4 })),
);

test('a compiled reader yields what the step-by-step reader yields, and gives up exactly where that one finds a problem', () => {
  fc.assert(
    fc.property(tokensAndDocuments, fc.constantFrom(...modes), ([token, documents], rules) => {
      const type = typeOfToken(token);
      const compiled = compileReader(type, rules);
      for (const document of documents) {
        const text = JSON.stringify(document);
        const reader = new ValueReader(rules);
        const expected = reader.read(type, parseJsonWithPositions(text));
        const actual = outcome(() => compiled(JSON.parse(text)));
        if (reader.problems.length > 0) assert.equal(actual, doubt, text);
        // Keys that are dropped, and whole numbers that JSON.parse may have rounded, are left to the step-by-step reader.
        else if (actual !== doubt || !/__proto__|\d{16}/.test(text)) assert.deepEqual(actual, expected, text);
      }
    }),
    { numRuns: runs },
  );
});

test('a direct reader yields what JSON.parse and the compiled reader yield, or leaves the text to JSON.parse', () => {
  const classesAndDocuments = simpleClass.chain((token) =>
    fc.tuple(fc.constant(token), fc.array(documentOf(typeOfToken(token)), { minLength: 1, maxLength: 4 })),
  );
  const damage = fc.option(
    fc.tuple(fc.nat(), fc.constantFrom('', '"', ',', '}', ']', ' ', '0', '-', '.', 'e', '\\', '\n', '\u0001', 'null')),
    { nil: undefined },
  );
  let taken = 0;
  fc.assert(
    fc.property(
      classesAndDocuments,
      fc.constantFrom(undefined, 1, '\t'),
      damage,
      fc.constantFrom(...modes),
      ([token, documents], indent, damaged, rules) => {
        const type = typeOfToken(token);
        const compiled = compileReader(type, rules);
        const direct = compileDirectReader(type, rules);
        for (const document of documents) {
          const whole = JSON.stringify(document, undefined, indent);
          const at = damaged === undefined ? 0 : damaged[0] % whole.length;
          const text = damaged === undefined ? whole : whole.slice(0, at) + damaged[1] + whole.slice(at + 1);
          const actual = direct === undefined ? leftToJsonParse : outcome(() => direct(text));
          if (actual === leftToJsonParse || actual === doubt) continue;
          taken++;
          assert.deepEqual(
            actual,
            outcome(() => compiled(JSON.parse(text))),
            text,
          );
        }
      },
    ),
    { numRuns: runs * 2 },
  );
  assert.ok(taken > runs / 10, `only ${taken} documents were read directly`);
});

test('a direct reader leaves to JSON.parse what it does not expect', () => {
  class Pair {
    @JsonProperty text!: string;
    @JsonProperty(Long) number!: number;
  }
  const direct = compileDirectReader(typeOfToken(Pair), modes[0]!)!;
  assert.deepEqual({ ...(direct(' {"number": -12 ,\n"text":"a"} ') as Pair) }, { text: 'a', number: -12 });
  const left = [
    '{"text":"a\\n"}',
    '{"text":"é"}',
    '{"text":"a\u0001"}',
    '{"text":"a","text":"b"}',
    '{"text":"a","other":1}',
    '{"number":1234567890123456}',
    '{"number":1.0}',
    '{"text" :"a"}',
    '{"text":"a"',
    '{"text":"a',
    '{"text":"a"}}',
    '{"text":"a",}',
    '{"number":01}',
    '{"number":-}',
    '{"text":5}',
    '{"text":nul}',
    '[]',
    '',
    JSON.stringify({ text: 'x'.repeat(2048) }),
  ];
  for (const text of left) assert.equal(direct(text), leftToJsonParse, text);
});

test('the function shown at the top of the compiler of direct readers is what it generates', () => {
  class Greeting {
    @JsonProperty word!: string;
  }
  const source = readFileSync(new URL('../../../src/json/direct-reader-compiler.ts', import.meta.url), 'utf8');
  const shown = /^\/\/   function read[^]*?^\/\/   \}$/m.exec(source)![0].replaceAll(/^\/\//gm, '');
  const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '');
  assert.equal(withoutBlanks(shown), withoutBlanks(directReaderSource(Greeting, new GeneratedCode())));
});

test('a constructor that reads a document of the same form does not disturb the reading around it', () => {
  const mapper = new JsonMapper();
  class Corner {
    @JsonProperty(Int) x!: number;
    constructor() {
      // As long as the document around it, so that reading could go on in the wrong one without noticing.
      direct('{"a":{"x":7},"y":9}');
    }
  }
  class Inner {
    @JsonProperty(Int) x!: number;
  }
  class Twin {
    @JsonProperty a!: Inner;
    @JsonProperty(Int) y!: number;
  }
  class Shape {
    @JsonProperty a!: Corner;
    @JsonProperty(Int) y!: number;
  }
  const direct = compileDirectReader(typeOfToken(Twin), modes[0]!)!;
  assert.deepEqual(JSON.parse(JSON.stringify(mapper.read(Shape, '{"a":{"x":7},"y":1}'))), { a: { x: 7 }, y: 1 });
});

test('a constructor that reads JSON itself does not disturb the reading around it', () => {
  const mapper = new JsonMapper();
  class Inner {
    @JsonProperty word!: string;
  }
  class Middle {
    @JsonProperty text!: string;
    @JsonIgnore inner = mapper.read(Inner, '{"word":"inner inner inner"}');
  }
  class Outer {
    @JsonProperty middle!: Middle;
    @JsonProperty(listOf(Middle)) list!: Middle[];
    @JsonProperty last!: string;
  }
  const outer = mapper.read(Outer, '{"middle":{"text":"a"},"list":[{"text":"b"},{"text":"c"}],"last":"d"}');
  assert.equal(mapper.write(outer), '{"middle":{"text":"a"},"list":[{"text":"b"},{"text":"c"}],"last":"d"}');
  assert.equal(outer.list[1]?.inner.word, 'inner inner inner');
});

test('whatever the text, a mapper reads it or says what is wrong with it', () => {
  const cutOff = fc.tuple(fc.json(), fc.nat()).map(([text, end]) => text.slice(0, end % (text.length + 1)));
  const texts = fc.oneof(
    fc.json(),
    hostile.map((value) => JSON.stringify(value)),
    cutOff,
    fc.string(),
  );
  const tokens = fc.oneof(anyToken, fc.constant(Json));
  fc.assert(
    fc.property(
      tokens,
      fc.array(texts, { minLength: 1, maxLength: 5 }),
      fc.constantFrom<'ignore' | 'refuse'>('ignore', 'refuse'),
      (token, documents, unknownProperties) => {
        const read = new JsonMapper({ subtypes, unknownProperties }).readerFor(token);
        for (const text of documents) {
          const result = outcome(() => read(text));
          if (result instanceof Error)
            assert.ok(result instanceof JsonMappingError || result instanceof JsonSyntaxError, String(result.stack));
        }
        assert.deepEqual(Object.keys(Object.prototype), []);
        assert.equal(({} as { a?: unknown }).a, undefined);
      },
    ),
    { numRuns: runs },
  );
});

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

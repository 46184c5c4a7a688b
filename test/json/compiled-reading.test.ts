import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { JsonMappingError, JsonSyntaxError } from '../../src/json/json-errors.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { compileReader, doubt } from '../../src/json/reader-compiler.js';
import { ValueReader } from '../../src/json/value-reader.js';
import type { ReadingRules } from '../../src/json/value-reader.js';
import { Json, typeOfToken } from '../../src/reflection/type-token.js';
import { anyToken, documentOf, hostile, subtypes } from './generated-types.js';

const runs = Number(process.env['KEELSON_FUZZ'] ?? 400);
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
        const expected = reader.read(type, JSON.parse(text));
        const actual = outcome(() => compiled(JSON.parse(text)));
        if (reader.problems.length > 0) assert.equal(actual, doubt, text);
        // Keys that are dropped are left to the step-by-step reader.
        else if (actual !== doubt || !/__proto__|constructor|prototype/.test(text)) assert.deepEqual(actual, expected, text);
      }
    }),
    { numRuns: runs },
  );
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

import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { CompiledWriters } from '../../src/json/compiled-writers.js';
import { doubt } from '../../src/json/doubt.js';
import { JsonWriteError } from '../../src/json/json-errors.js';
import { JsonMapper, typeMapperOf } from '../../src/json/json-mapper.js';
import { ParsedNode, parseJsonWithPositions } from '../../src/json/json-node.js';
import { quote } from '../../src/json/json-text.js';
import { ValueReader } from '../../src/json/value-reader.js';
import { ValueWriter } from '../../src/json/value-writer.js';
import { modelOf } from '../../src/reflection/class-model.js';
import type { Class } from '../../src/reflection/type-ref.js';
import { typeOfToken } from '../../src/reflection/type-token.js';
import { anyToken, documentOf, subtypes } from './generated-types.js';

const runs = Number(process.env['KEELSON_FUZZ'] ?? 150);
const mapper = new JsonMapper({ subtypes });

test('plain data is written as JSON.stringify writes it', () => {
  const anything = fc.anything({
    withDate: false,
    withMap: false,
    withSet: false,
    withBigInt: false,
    withBoxedValues: true,
    withTypedArray: true,
    withSparseArray: true,
    withNullPrototype: true,
    maxDepth: 4,
  });
  fc.assert(
    fc.property(anything, fc.nat(4), (value, indent) => {
      assert.equal(mapper.write(value), JSON.stringify(value) ?? 'null');
      assert.equal(mapper.write(value, { indent }), JSON.stringify(value, undefined, indent) ?? 'null');
    }),
    { numRuns: runs },
  );
});

test('texts are quoted as JSON.stringify quotes them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(0xffff), fc.nat(0x7f)), { maxLength: 80 }).map((codes) => String.fromCharCode(...codes)),
      (text) => {
        assert.equal(quote(text), JSON.stringify(text));
      },
    ),
    { numRuns: runs },
  );
  assert.equal(quote('\ud800'), '"\\ud800"');
});

test('a compiled writer writes what the step-by-step writer writes, and gives up where that one refuses', () => {
  const tokensAndDocuments = anyToken.chain((token) =>
    fc.tuple(fc.constant(token), fc.array(documentOf(typeOfToken(token)), { minLength: 1, maxLength: 4 })),
  );
  fc.assert(
    fc.property(tokensAndDocuments, fc.constantFrom(500, 3), fc.object({ maxDepth: 1 }), ([token, documents], maxDepth, extra) => {
      const type = typeOfToken(token);
      const writers = new CompiledWriters(maxDepth);
      for (const document of documents) {
        const value = instanceOf(type, document);
        // Only on instances of annotated classes: others would be broken by a property that happens to be called toString.
        if (isAnnotated(value)) Object.assign(value, extra);
        for (const declared of [type, undefined]) {
          const expected = outcome(() => new ValueWriter({ maxDepth, secrets: 'written' }).write(value, declared));
          const actual = outcome(() => (declared === undefined ? writers.any(value, 0) : writers.writerFor(declared)(value)));
          if (expected instanceof Error) assert.ok(expected instanceof JsonWriteError);
          assert.equal(actual, expected instanceof JsonWriteError ? doubt : expected);
        }
      }
    }),
    { numRuns: runs },
  );
});

test('what was read and written is read again to the same', () => {
  const tokensAndDocuments = anyToken.chain((token) => fc.tuple(fc.constant(token), documentOf(typeOfToken(token))));
  fc.assert(
    fc.property(tokensAndDocuments, ([token, document]) => {
      const type = typeOfToken(token);
      const reader = new ValueReader({ subtypes, unknownProperties: 'ignore', maxDepth: 500 });
      const value = reader.read(type, parseJsonWithPositions(JSON.stringify(document)));
      if (reader.problems.length > 0) return;
      const text = typeMapperOf(mapper).writerFor(type)(value);
      const again = typeMapperOf(mapper).readerFor(type)(text);
      assert.equal(typeMapperOf(mapper).writerFor(type)(again), text);
    }),
    { numRuns: runs },
  );
});

/** The document as an instance where it fits, else as it is: writers must take both. */
function instanceOf(type: ReturnType<typeof typeOfToken>, document: unknown): unknown {
  const reader = new ValueReader({ subtypes, unknownProperties: 'ignore', maxDepth: 500 });
  const parsed: unknown = JSON.parse(JSON.stringify(document));
  const value = reader.read(type, new ParsedNode(parsed));
  return reader.problems.length > 0 ? parsed : value;
}

function isAnnotated(value: unknown): value is object {
  const type: unknown = typeof value === 'object' && value !== null ? value.constructor : undefined;
  return typeof type === 'function' && modelOf(type as Class).fields.length > 0;
}

function outcome(write: () => unknown): unknown {
  try {
    return write();
  } catch (error) {
    return error;
  }
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { JsonProperty } from '../../src/json/json-annotations.js';
import { JsonMappingError } from '../../src/json/json-errors.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { parseJsonWithPositions } from '../../src/json/json-node.js';
import { scanJson } from '../../src/json/json-scanner.js';
import { canGenerateCode } from '../../src/reflection/generated-code.js';
import { listOf, recordOf } from '../../src/reflection/type-token.js';
import { Duration } from '../../src/values/duration.js';
import { Target, hostileDocuments } from './hostile-documents.js';

test('malformed JSON that is costly to explain: no malformed document of a megabyte exhausts a heap of 128 MB', () => {
  const program = fileURLToPath(new URL('./programs/read-hostile-documents.js', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--max-old-space-size=128', program], { encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.deepEqual(
    stdout.trimEnd().split('\n'),
    Object.entries(hostileDocuments).map(([what, [, refusal]]) => `${what}: ${refusal}`),
  );
  assert.equal(status, 0);
});

test('reading ends with the hundredth problem', () => {
  let readings = 0;
  class Fussy {
    static fromJson(): never {
      readings++;
      throw new TypeError('not this one either');
    }
  }
  const problems = problemsOf(new JsonMapper(), listOf(Fussy), `[${'1,'.repeat(5000)}1]`);
  assert.equal(problems.length, 100);
  assert.equal(problems[99]!.path, '[99]');
  // The compiled reader gives up at the first.
  assert.equal(readings, canGenerateCode() ? 101 : 100);
});

test('at most a hundred unknown properties are reported', () => {
  const strict = new JsonMapper({ unknownProperties: 'refuse' });
  const document = `{${Array.from({ length: 5000 }, (_, index) => `"key${index}":1`).join(',')}}`;
  assert.equal(problemsOf(strict, Target, document).length, 100);
  assert.equal(problemsOf(strict, recordOf(Target), `{"a":${document}}`).length, 100);
});

test('three integers are kept for each value of a text, and nodes only for those that are looked at', () => {
  assert.equal(scanJson(`{"a":[${'1,'.repeat(9999)}1],"b":{}}`).count, 1 + 2 + 10_000 + 2);
  const [first] = parseJsonWithPositions(`[[${'1,'.repeat(9999)}1]]`).elements();
  let made = 0;
  for (const element of first!.elements()) if (++made === 3) assert.equal(element.scalar, 1);
  assert.equal(made, 10_000);
});

test('a refusal is short, whatever the document holds', () => {
  class Talkative {
    @JsonProperty pause!: Duration;
    @JsonProperty(recordOf(recordOf(recordOf(recordOf(Number))))) deep!: Record<string, unknown>;
  }
  class Quoting {
    static fromJson(value: unknown): never {
      throw new TypeError(`cannot read: ${String(value)}`);
    }
  }
  const key = (index: number) => JSON.stringify(`${'k'.repeat(20_000)} ${index}`);
  const wrong = Array.from({ length: 200 }, (_, index) => `${key(index)}:"x"`).join(',');
  const mapper = new JsonMapper({ unknownProperties: 'refuse' });
  const longest = (token: Parameters<typeof mapper.readerFor>[0], document: string) =>
    Math.max(
      ...messageOf(mapper, token, document)
        .split('\n')
        .map((line) => line.length),
    );
  assert.ok(longest(Talkative, `{"deep":{${key(1)}:{${key(2)}:{${key(3)}:{${wrong}}}}}}`) < 400);
  assert.ok(longest(Talkative, `{${wrong}}`) < 400);
  assert.ok(longest(Talkative, `{"pause":"${'9'.repeat(100_000)}"}`) < 400);
  assert.ok(longest(listOf(Quoting), `["${'9'.repeat(100_000)}"]`) < 400);
  assert.equal(
    messageOf(mapper, listOf(Quoting), `["${'😀'.repeat(1000)}"]`),
    `[0]: expected Quoting, found text; cannot read: ${'😀'.repeat(143)}… (line 1, column 2)`,
  );
});

function problemsOf(mapper: JsonMapper, token: Parameters<JsonMapper['readerFor']>[0], document: string): JsonMappingError['problems'] {
  try {
    mapper.readerFor(token)(document);
    return [];
  } catch (error) {
    assert.ok(error instanceof JsonMappingError);
    return error.problems;
  }
}

function messageOf(mapper: JsonMapper, token: Parameters<JsonMapper['readerFor']>[0], document: string): string {
  try {
    mapper.readerFor(token)(document);
    return 'was read';
  } catch (error) {
    return (error as Error).message;
  }
}

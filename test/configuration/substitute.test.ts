import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ConfigurationReport } from '../../src/configuration/configuration-report.js';
import type { MapNode } from '../../src/configuration/configuration-tree.js';
import { parse } from '../../src/configuration/parse.js';
import { substitute } from '../../src/configuration/substitute.js';
import { plainValue } from './plain-value.js';

const variables = {
  HOST: 'example.org',
  EMPTY: '',
  INJECTION: 'x\nport: 1',
  PASSWORD_FILE: '/run/secrets/db',
  HOST_FILE: '/run/secrets/db',
  LOST_FILE: '/run/secrets/lost',
};

const files: Readonly<Record<string, string>> = { '/run/secrets/db': 'hunter2' };

function tree(text: string): MapNode {
  const report = new ConfigurationReport('config.yml');
  const sources = {
    variables,
    readFile: (path: string) => {
      if (path === '/run') throw new Error('/run is not a file');
      return files[path];
    },
  };
  const root = substitute(parse(text, report), sources, report);
  if (!report.isEmpty) throw report.toError();
  return root;
}

function substituted(text: string): unknown {
  return plainValue(tree(text));
}

const accepted: readonly (readonly [what: string, text: string, value: string])[] = [
  ['a variable', '${HOST}', 'example.org'],
  ['several in one text', 'http://${HOST}:${PORT:-80}/', 'http://example.org:80/'],
  ['a default where it is not set', '${PORT:-8080}', '8080'],
  ['an empty default', '${PORT:-}', ''],
  ['an empty variable before its default', '${EMPTY:-x}', ''],
  ['a variable in a default', '${PORT:-${HOST}}', 'example.org'],
  ['an escaped expression', '$${HOST} ${HOST}', '${HOST} example.org'],
  ['a value that looks like structure', '${INJECTION}', 'x\nport: 1'],
  ['the contents of a file', 'p:${file:/run/secrets/db}', 'p:hunter2'],
  ['a default where there is no such file', '${file:/run/none:-x}', 'x'],
  ['the file that NAME_FILE names', '${PASSWORD}', 'hunter2'],
  ['a default where the file that NAME_FILE names does not exist', '${LOST:-x}', 'x'],
  ['a dollar alone', 'a$b {c}', 'a$b {c}'],
];
for (const [what, text, value] of accepted) {
  test(`substitution: ${what}`, () => assert.deepEqual(substituted(`value: "${text}"`), { value }));
}

test("an environment variable that changes the configuration's structure is only text", () => {
  assert.deepEqual(substituted('a: ${INJECTION}\nb: [1, "${INJECTION}"]\n'), { a: 'x\nport: 1', b: [1, 'x\nport: 1'] });
});

test('keys are not substituted', () => assert.deepEqual(substituted('"${HOST}": 1'), { '${HOST}': 1 }));

test('every undefined variable is named with its position', () => {
  assert.throws(() => substituted('a: ${NOPE}\nb:\n  - x\n  - ${toString}\n'), {
    name: 'ConfigurationParsingError',
    message: `config.yml has the following errors:
  * The environment variable 'NOPE' is not defined; could not substitute the expression '\${NOPE}'. (config.yml:1:4)
  * The environment variable 'toString' is not defined; could not substitute the expression '\${toString}'. (config.yml:4:5)`,
  });
});

test('an expression that is not closed or names nothing is refused', () => {
  assert.throws(() => substituted('a: "x${HOST"\nb: "${a b}"'), {
    message: `config.yml has the following errors:
  * An expression '\${' is not closed by '}'; write '$\${' for a literal '\${' (config.yml:1:4)
  * An expression '\${…}' does not name an environment variable; write '$\${' for a literal '\${' (config.yml:2:4)`,
  });
});

test('a file that does not exist, cannot be read or is not named is refused with its position', () => {
  assert.throws(() => substituted('a: ${file:/run/none}\nb: ${LOST}\nc: "${file:/run:-x}"\nd: "${file:}"'), {
    message: `config.yml has the following errors:
  * The file '/run/none' does not exist; could not substitute the expression that names it. (config.yml:1:4)
  * The file '/run/secrets/lost' does not exist; could not substitute the expression that names it. (config.yml:2:4)
  * /run is not a file (config.yml:3:4)
  * The file '' does not exist; could not substitute the expression that names it. (config.yml:4:4)`,
  });
});

test('a substituted value remembers its variable and its place', () => {
  assert.deepEqual(tree('a: ${HOST}').entries.get('a')!.node.origin, {
    kind: 'substituted',
    sources: ['environment variable HOST'],
    line: 1,
    column: 4,
  });
  assert.deepEqual(tree('a: http://${HOST}/${file:/run/secrets/db}').entries.get('a')!.node.origin, {
    kind: 'substituted',
    sources: ['environment variable HOST', 'file /run/secrets/db'],
    line: 1,
    column: 4,
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parse } from '../../src/configuration/parse.js';
import { substitute } from '../../src/configuration/substitute.js';
import { plainValue } from './plain-value.js';

const variables = { HOST: 'example.org', EMPTY: '', INJECTION: 'x\nport: 1' };

function substituted(text: string): unknown {
  return plainValue(substitute(parse(text, 'config.yml'), variables, 'config.yml'));
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
  ['a dollar alone', 'a$b {c}', 'a$b {c}'],
];
for (const [what, text, value] of accepted) {
  test(`substitution: ${what}`, () => assert.deepEqual(substituted(`value: "${text}"`), { value }));
}

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

test('a substituted value remembers its variable and its place', () => {
  const tree = substitute(parse('a: ${HOST}', 'config.yml'), variables, 'config.yml');
  assert.deepEqual(tree.entries.get('a')!.node.origin, { kind: 'environment', variables: ['HOST'], line: 1, column: 4 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PathTemplate } from '../../src/contract/path-template.js';

const parse = (text: string): PathTemplate => PathTemplate.parse(text);

test('slashes at the ends and doubled ones do not matter', () => {
  assert.equal(parse('people//{id}/').text, '/people/{id}');
  assert.equal(parse('').text, '/');
  assert.equal(parse('/').text, '/');
});

test('the shape forgets the names of plain variables and keeps expressions', () => {
  assert.equal(parse('/a/{id}').shape, parse('/a/{name}').shape);
  assert.notEqual(parse('/a/{id}').shape, parse('/a/{id: \\d+}').shape);
});

test('an expression may have braces', () => {
  const template = parse('/a/{id: [0-9]{3}}/b');
  assert.deepEqual(template.variables, ['id']);
  assert.equal(template.text, '/a/{id: [0-9]{3}}/b');
});

test('a path is built from values, escaped', () => {
  assert.equal(parse('/people/{id}/files/{path: .+}').expand({ id: 'a/b c', path: 'x y/z' }), '/people/a%2Fb%20c/files/x%20y/z');
  assert.throws(() => parse('/people/{id}').expand({}), /needs a value for \{id\}/);
});

for (const [text, problem] of [
  ['/a/{id', 'the path "/a/{id" has a "{" without its "}"'],
  ['/a/id}', 'the path "/a/id}" has a "}" without its "{"'],
  ['/a/{id}/{id}', 'the path "/a/{id}/{id}" has the variable {id} twice; rename one of them'],
  ['/a/{}', 'the path "/a/{}" has the variable name ""; use letters, digits, "_", "-" and "."'],
  ['/a?b', 'the path "/a?b" has a "?", which no path can have; take what follows by @QueryParam'],
] as const) {
  test(`"${text}" is refused`, () => assert.throws(() => parse(text), { name: 'RangeError', message: problem }));
}

test('a malformed expression is refused by itself', () => {
  assert.throws(() => parse('/a/{id: (}'), /malformed regular expression for \{id\}/);
});

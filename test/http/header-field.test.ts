import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { checkHeaderName, checkHeaderValue, listElements, unquote } from '../../src/http/header-field.js';

test('a value with a line break is refused', () => {
  assert.throws(() => checkHeaderValue('X-A', 'a\r\nSet-Cookie: b=1'), { name: 'TypeError' });
  assert.throws(() => checkHeaderValue('X-A', 'snow ☃'), { name: 'TypeError' });
  assert.equal(checkHeaderValue('X-A', 'caf\u00e9\t!'), 'caf\u00e9\t!');
});

test('a name that is no token is refused', () => {
  assert.throws(() => checkHeaderName('X A'), {
    message: '"X A" cannot be the name of a header: letters, digits and !#$%&\'*+-.^_`|~ only',
  });
});

test('list elements are separated by commas outside quotes', () => {
  assert.deepEqual(listElements(' a, "b,\\"c" ,, d '), ['a', '"b,\\"c"', 'd']);
  assert.deepEqual(listElements(''), []);
});

test('unquote undoes quoting', () => {
  fc.assert(fc.property(fc.string(), (text) => assert.equal(unquote(`"${text.replace(/[\\"]/g, '\\$&')}"`), text)));
});

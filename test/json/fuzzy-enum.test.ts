import assert from 'node:assert/strict';
import { test } from 'node:test';

import { exactSpellings, fuzzyMember } from '../../src/json/fuzzy-enum.js';

const reasons = [
  { name: 'REASON_UNKNOWN', value: 'Reason Unknown' },
  { name: 'NOT_FOUND', value: 'not-found' },
  { name: 'Found', value: 'NOT_FOUND' },
  { name: 'found', value: 'x.y z' },
];
const find = (text: string) => fuzzyMember(reasons, text)?.name;

test('a text is compared with the names before the string forms', () => {
  assert.equal(find('not_found'), 'NOT_FOUND');
  assert.equal(find('x.y z'), 'found');
});

test('case and blanks are forgiven, dashes and dots are underscores', () => {
  assert.equal(find(' reason-unknown '), 'REASON_UNKNOWN');
  assert.equal(find('Reason.Unknown'), 'REASON_UNKNOWN');
  assert.equal(find('r e a s o n\t_unknown'), 'REASON_UNKNOWN');
});

test('the string form is forgiven in the same way', () => {
  assert.equal(find('reasonUNKNOWN'), 'REASON_UNKNOWN');
  assert.equal(find('X-Y Z'), 'found');
});

test('a name that is written exactly wins over one that needs forgiving', () => {
  assert.equal(find('found'), 'found');
  assert.equal(find('FOUND'), 'Found');
});

test('an unlisted text is no member', () => {
  assert.equal(find('lost'), undefined);
  assert.equal(find(''), undefined);
  assert.equal(find('__proto__'), undefined);
});

test('the exact spellings say what the fuzzy search says', () => {
  for (const [text, value] of exactSpellings(reasons)) assert.equal(fuzzyMember(reasons, text)?.value, value);
});

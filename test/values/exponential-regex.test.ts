import assert from 'node:assert/strict';
import { test } from 'node:test';

import { exponentialPart } from '../../src/values/exponential-regex.js';

test('expressions with two ways through a repetition are found, with the part that has them', () => {
  const found: Record<string, string | undefined> = {};
  for (const source of Object.keys(exponential)) found[source] = exponentialPart(source);
  assert.deepEqual(found, exponential);
});

const exponential: Record<string, string> = {
  '([a-z]+)+\\d': '([a-z]+)+',
  '(a*)*': '(a*)*',
  '^(a|a)*b$': '(a|a)*',
  '(\\w|\\d)+': '(\\w|\\d)+',
  '(.|\\s)*x': '(.|\\s)*',
  '^(\\w+\\s?)*$': '(\\w+\\s?)*',
  '(?:a|ab|b)*c': '(?:a|ab|b)*',
  '(a{1,3})+b': '(a{1,3})+',
  '(x{2,})*y': '(x{2,})*',
  '[^<>]+(\\.[^<>]+)*@': '(\\.[^<>]+)*',
  '(?<word>[a-z]+)*!': '(?<word>[a-z]+)*',
  '(a?b?)*c': '(a?b?)*',
  '((ab)*)*c': '((ab)*)*',
};

test('a case-insensitive expression is read as one', () => {
  assert.deepEqual([exponentialPart('(a|A)*b'), exponentialPart('(a|A)*b', 'i')], [undefined, '(a|A)*']);
});

test('ordinary expressions pass, nested repetitions with separators included', () => {
  const ordinary = [
    '[a-z]+',
    '(?:[a-z]+\\.)*[a-z]+',
    '^(\\d{3})+$',
    '[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+',
    '(\\d+,)*\\d+',
    '([A-Z][a-z]*)+',
    '(a|b)*',
    '(?:"[^"]*"|[^",]*)(?:,(?:"[^"]*"|[^",]*))*',
    '\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?)?',
    '(\\p{L}+ )*\\p{L}+',
    '.*',
    '(?=.*\\d)(?=.*[a-z]).{8,}',
    '(?:%[\\da-f]{2}|[\\w.~-])+',
    '^#?([a-f\\d]{6}|[a-f\\d]{3})$',
  ];
  assert.deepEqual(
    ordinary.filter((source) => exponentialPart(source, source.includes('\\p') ? 'u' : '') !== undefined),
    [],
  );
});

test('an expression that is too large or too new to be looked at passes', () => {
  assert.deepEqual([exponentialPart(`(${'a?'.repeat(200)})*`), exponentialPart('[[a-z]--[b]]', 'v')], [undefined, undefined]);
});

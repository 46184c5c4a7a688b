import assert from 'node:assert/strict';
import { test } from 'node:test';

import { messageOf } from '../../src/validation/messages.js';

const shown = (template: string, attributes: Readonly<Record<string, unknown>> = {}, value?: unknown): string => {
  const message = messageOf(template, attributes);
  return typeof message === 'string' ? message : message(value);
};

test('attributes are filled in by name', () => {
  assert.equal(shown('between {min} and {max}', { min: 1, max: 2n }), 'between 1 and 2');
  assert.equal(shown('one of {value}', { value: ['a', 'b'] }), 'one of [a, b]');
});

test('a message without the value is made once', () => {
  assert.equal(messageOf('at least {min}', { min: 1 }), 'at least 1');
});

test('the invalid value is shown only where the developer asks for it', () => {
  assert.equal(shown('The value ${validatedValue} is less than {value}', { value: 2 }, 1), 'The value 1 is less than 2');
  assert.equal(shown('${validatedValue}', {}, Object.create(null)), 'object');
  assert.equal(shown('${validatedValue}', {}, undefined), 'undefined');
  assert.equal(shown('${validatedValue}', {}, ['a', null]), '[a, null]');
});

test('no value can make a message fail', () => {
  const circle: unknown[] = [1];
  circle.push(circle);
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const throwing = {
    toString() {
      throw new TypeError('not me');
    },
  };
  const values: readonly (readonly [unknown, string])[] = [
    [JSON.parse('{"toString":"x","valueOf":"y"}'), 'object'],
    [{ toString: () => ({}) }, 'object'],
    [throwing, 'object'],
    [[Object.create(null), throwing], '[object, object]'],
    [Symbol('s'), 'Symbol(s)'],
    [circle, '[1, [1, [1, […]]]]'],
    [revoked.proxy, 'object'],
  ];
  for (const [value, text] of values) assert.equal(shown('${validatedValue}', {}, value), text);
});

test('of a long value a message shows the beginning', () => {
  assert.equal(shown('${validatedValue}!', {}, 'x'.repeat(100_000)), `${'x'.repeat(300)}…!`);
  assert.equal(
    shown(
      '${validatedValue}!',
      {},
      Array.from({ length: 100_000 }, () => 1),
    ),
    `[${'1, '.repeat(20)}…]!`,
  );
  assert.equal(shown('one of {value}', { value: ['x'.repeat(1000)] }), `one of [${'x'.repeat(1000)}]`);
});

test('what a client sends is never read as a template', () => {
  assert.equal(
    shown('got ${validatedValue}, not {value}', { value: 2 }, '{value} ${validatedValue} $& $1'),
    'got {value} ${validatedValue} $& $1, not 2',
  );
  assert.equal(shown('{value}', { value: '{value} ${validatedValue}' }, 'secret'), '{value} ${validatedValue}');
});

test('names that nothing has, other expressions and lone braces stay as they are', () => {
  assert.equal(shown('{nothing} ${other} {} {', { other: 1 }), '{nothing} ${other} {} {');
  assert.equal(shown('a $ and } and \\x'), 'a $ and } and \\x');
  assert.equal(shown('{toString} {__proto__}', { min: 1 }), '{toString} {__proto__}');
});

test('a backslash takes away the meaning of braces, dollars and backslashes', () => {
  assert.equal(shown('\\{min\\} \\${validatedValue} \\\\{min}', { min: 1 }, 'x'), '{min} ${validatedValue} \\1');
});

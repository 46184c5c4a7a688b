import assert from 'node:assert/strict';
import { test } from 'node:test';
import { format } from 'node:util';
import { runInNewContext } from 'node:vm';

import fc from 'fast-check';

import { readMessage } from '../../src/logging/log-message.js';

const runs = Number(process.env['KEELSON_FUZZ'] ?? 300);

test('text and arguments are joined as util.format joins them', () => {
  const piece = fc.constantFrom('%s', '%d', '%i', '%j', '%o', '%O', '%c', '%%', '%', 'a', ' ', '%x', '%S', 'ä');
  const argument = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined, -0, { a: 1 }, [1], Symbol('s')),
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      fc.array(argument, { maxLength: 5 }),
      (text, args) => {
        assert.equal(readMessage(text, args).text, format(text, ...args));
      },
    ),
    { numRuns: runs },
  );
});

test('an Error in the last place is kept for its trace and not printed in the text', () => {
  const error = new TypeError('no');
  assert.deepEqual(readMessage('order %s refused', ['7', error]), { text: 'order 7 refused', error });
  assert.deepEqual(readMessage('refused', [error]), { text: 'refused', error });
});

test('a placeholder for the last Error gets its name and message', () => {
  const error = new TypeError('no');
  assert.deepEqual(readMessage('100%% refused: %s', [error]), { text: '100% refused: TypeError: no', error });
});

test('an Error alone gives its name and message and its trace', () => {
  const error = new RangeError('too far');
  assert.deepEqual(readMessage(error, []), { text: 'RangeError: too far', error });
});

test('an Error of another realm is an Error', () => {
  const error = runInNewContext('new Error("elsewhere")') as Error;
  assert.equal(readMessage('x', [error]).error, error);
});

test('a value that cannot be formatted costs its text and nothing else', () => {
  const hostile = {
    toString(): string {
      throw new Error('never');
    },
  };
  assert.deepEqual(readMessage('it is %s', [hostile]), { text: '[a value that cannot be formatted: never]', error: undefined });
});

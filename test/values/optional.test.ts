import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Optional } from '../../src/values/optional.js';

test('an absent Optional yields the other value', () => {
  assert.equal(Optional.absent<number>().orElse(3), 3);
  assert.equal(Optional.ofNullable<string>(null).isPresent(), false);
});

test('Optional.get on an absent value says what to do instead', () => {
  assert.throws(() => Optional.absent().get(), {
    message: 'Optional.get() was called on an absent value; ask isPresent() first, or use orElse()',
  });
});

test('Optional.of refuses null', () => {
  assert.throws(() => Optional.of(null), TypeError);
});

test('a change that yields null makes an Optional absent', () => {
  assert.equal(
    Optional.of('a')
      .map(() => null)
      .isPresent(),
    false,
  );
  assert.equal(
    Optional.of('a')
      .map((text) => text.length)
      .get(),
    1,
  );
});

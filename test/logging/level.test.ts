import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Level } from '../../src/logging/level.js';

test('a level is read in any case', () => {
  assert.equal(Level.parse('debug'), Level.DEBUG);
  assert.equal(Level.parse(' Warn '), Level.WARN);
});

test('on and true mean ALL, off and false mean OFF, as text or as booleans', () => {
  for (const on of ['on', 'On', 'true', true, 'all']) assert.equal(Level.parse(on), Level.ALL);
  for (const off of ['off', 'OFF', 'false', false]) assert.equal(Level.parse(off), Level.OFF);
});

test('a bad level is refused with the choices', () => {
  const choices = 'Use one of OFF, ERROR, WARN, INFO, DEBUG, TRACE, ALL';
  assert.throws(() => Level.parse('loud'), { name: 'RangeError', message: `Invalid level: loud. ${choices}` });
  assert.throws(() => Level.parse(3), { message: `Invalid level: 3. ${choices}` });
  assert.throws(() => Level.parse(undefined), { message: `Invalid level: undefined. ${choices}` });
});

test('a threshold admits its own level and more severe ones', () => {
  assert.deepEqual(Level.values.filter((level) => Level.WARN.admits(level)).map(String), ['OFF', 'ERROR', 'WARN']);
  assert.equal(JSON.stringify({ level: Level.INFO }), '{"level":"INFO"}');
});

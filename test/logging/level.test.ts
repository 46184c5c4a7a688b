import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Level } from '../../src/logging/level.js';

test('a level is read in any case', () => {
  assert.equal(Level.parse('debug'), Level.DEBUG);
  assert.equal(Level.parse(' Warn '), Level.WARN);
});

test('the booleans that YAML makes of off and on are OFF and ALL', () => {
  assert.equal(Level.parse(false), Level.OFF);
  assert.equal(Level.parse(true), Level.ALL);
});

test('a bad level is refused with the choices', () => {
  const choices = 'Use one of OFF, ERROR, WARN, INFO, DEBUG, TRACE, ALL';
  assert.throws(() => Level.parse('loud'), { name: 'RangeError', message: `Invalid level: loud. ${choices}` });
  assert.throws(() => Level.parse(3), { message: `Invalid level: 3. ${choices}` });
  assert.throws(() => Level.parse(undefined), { message: `Invalid level: undefined. ${choices}` });
});

test('a threshold admits its own level and graver ones', () => {
  assert.deepEqual(Level.choices.filter((level) => Level.WARN.admits(level)).map(String), ['OFF', 'ERROR', 'WARN']);
  assert.equal(JSON.stringify({ level: Level.INFO }), '{"level":"INFO"}');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Level, getLogger } from 'keelson';
import { bootstrapLogging, loggerTree } from 'keelson/logging';
import { CapturedLogs } from 'keelson/testing';

const log = getLogger('com.example.Orders');

test('what is logged during the work is kept, as lines, events and messages', async () => {
  const logs = await CapturedLogs.during(() => {
    log.info('order %d taken', 7);
    log.warn('order 8 refused', new Error('no stock'));
    log.debug('too fine');
  });
  assert.deepEqual(logs.messages, ['order 7 taken', 'order 8 refused']);
  assert.deepEqual(
    logs.events.map(({ level }) => level),
    [Level.INFO, Level.WARN],
  );
  assert.match(logs.lines[0]!, /^INFO  \[.*\] com\.example\.Orders: order 7 taken$/);
  assert.equal(logs.lines[2], '! Error: no stock');
  assert.equal(logs.lines.at(-1), '!');
});

test('a finer level can be asked for, and afterwards all is as before', async () => {
  const before = log.isInfoEnabled();
  const logs = await CapturedLogs.during(() => log.trace('fine'), { level: Level.ALL });
  assert.deepEqual(logs.messages, ['fine']);
  assert.equal(log.isTraceEnabled(), false);
  assert.equal(log.isInfoEnabled(), before);
});

test('a configuration that is taken on and closed meanwhile changes nothing', async () => {
  using logs = CapturedLogs.start();
  await bootstrapLogging(Level.ERROR);
  log.info('one');
  await loggerTree.close();
  log.info('two');
  assert.deepEqual(logs.messages, ['one', 'two']);
});

test('what was not logged is told with what was', async () => {
  const logs = await CapturedLogs.during(() => log.info('order 7 taken'));
  assert.match(logs.assertLogged(/Orders: order \d taken$/), /order 7/);
  assert.throws(
    () => logs.assertLogged('order 9'),
    /^AssertionError.*: No line of the log has order 9\. It has:\nINFO .*order 7 taken\n$/s,
  );
  await assert.rejects(logs.waitFor('order 9', '1 ms'), /No line of the log has order 9/);
});

test('a line that comes later is waited for', async () => {
  using logs = CapturedLogs.start();
  setTimeout(() => {
    log.info('first');
    log.info('second');
  }, 1);
  assert.match(await logs.waitFor('second'), /second$/);
});

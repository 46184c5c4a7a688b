import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MemoryAppender } from '../../src/logging/appenders/memory-appender.js';
import { Level } from '../../src/logging/level.js';
import type { LoggerSetup, NamedLoggerSetup } from '../../src/logging/logger-setup.js';
import { LoggerTree } from '../../src/logging/logger-tree.js';
import { LoggingContext } from '../../src/logging/logging-context.js';
import { ManualClock } from '../../src/testing/manual-clock.js';
import { Duration } from '../../src/values/duration.js';

const nothing: LoggerSetup = { level: Level.OFF, appenders: [], loggers: new Map() };

function treeWith(loggers: Record<string, Partial<NamedLoggerSetup>> = {}, threshold = Level.ALL) {
  const clock = ManualClock.at('2026-11-14T06:42:35.274Z');
  const appender = new MemoryAppender();
  const named = Object.entries(loggers).map(
    ([name, given]) => [name, { level: Level.INFO, additive: true, appenders: [], ...given }] as const,
  );
  const tree = new LoggerTree(() => ({ level: Level.INFO, appenders: [{ threshold, appender }], loggers: new Map(named) }), clock);
  return { tree, clock, appender };
}

test('a line has the level, the time in UTC, the name and the message', () => {
  const { tree, appender } = treeWith();
  tree.get('com.example.Thing').info('hello %s', 'world');
  tree.get('com.example.Thing').error('bye');
  assert.equal(
    appender.text,
    'INFO  [2026-11-14 06:42:35,274] com.example.Thing: hello world\nERROR [2026-11-14 06:42:35,274] com.example.Thing: bye\n',
  );
});

test('asking twice for a name gives one logger', () => {
  const { tree } = treeWith();
  assert.equal(tree.get('a.b'), tree.get('a.b'));
});

test('a logger inherits the level of the nearest name above it', async () => {
  const { tree, appender } = treeWith();
  await tree.apply({
    level: Level.WARN,
    appenders: [{ threshold: Level.ALL, appender }],
    loggers: new Map([
      ['com.example', { level: Level.DEBUG, additive: true, appenders: [] }],
      ['com.example.loud', { level: Level.OFF, additive: true, appenders: [] }],
    ]),
  });
  assert.equal(tree.get('com.example.Thing').isDebugEnabled(), true);
  assert.equal(tree.get('com.example').isDebugEnabled(), true);
  assert.equal(tree.get('com.examples').isInfoEnabled(), false);
  assert.equal(tree.get('com').isWarnEnabled(), true);
  assert.equal(tree.get('com.example.loud.Sub').isErrorEnabled(), false);
  tree.get('com.example.Thing').debug('fine');
  tree.get('other').info('not said');
  assert.deepEqual(appender.messages, ['fine']);
});

test('every level has its call and its question', () => {
  const { tree, appender } = treeWith({ all: { level: Level.ALL } });
  const log = tree.get('all');
  log.error('e');
  log.warn('w');
  log.info('i');
  log.debug('d');
  log.trace('t');
  log.log(Level.WARN, 'by %s', 'value');
  assert.deepEqual(
    appender.events.map((event) => `${event.level} ${event.message}`),
    ['ERROR e', 'WARN w', 'INFO i', 'DEBUG d', 'TRACE t', 'WARN by value'],
  );
  assert.deepEqual(
    [
      log.isErrorEnabled(),
      log.isWarnEnabled(),
      log.isInfoEnabled(),
      log.isDebugEnabled(),
      log.isTraceEnabled(),
      log.isEnabled(Level.TRACE),
    ],
    [true, true, true, true, true, true],
  );
  assert.throws(() => log.log(Level.OFF, 'x'), { message: 'A line cannot have the level OFF; use ERROR, WARN, INFO, DEBUG or TRACE' });
});

test('a threshold filters what one appender gets, after the level', () => {
  const { tree, appender } = treeWith({ own: { level: Level.DEBUG } }, Level.WARN);
  tree.get('own').info('dropped there');
  tree.get('own').warn('kept');
  assert.deepEqual(appender.messages, ['kept']);
  assert.equal(tree.get('own').isInfoEnabled(), false, 'nobody would take it');
});

test('an additive logger writes to its own appenders and to those above, another only to its own', () => {
  const own = new MemoryAppender();
  const attached = [{ threshold: Level.ALL, appender: own }];
  const { tree, appender } = treeWith({ both: { appenders: attached }, alone: { appenders: attached, additive: false } });
  tree.get('both.x').info('one');
  tree.get('alone.x').info('two');
  assert.deepEqual(own.messages, ['one', 'two']);
  assert.deepEqual(appender.messages, ['one']);
});

test('a level can be changed for one logger and taken back', () => {
  const { tree } = treeWith();
  const log = tree.get('a.b');
  tree.setLevel('a', Level.DEBUG);
  assert.equal(log.isDebugEnabled(), true);
  assert.equal(tree.levelOf('a.b.c'), Level.DEBUG);
  tree.setLevel('a', undefined);
  assert.equal(log.isDebugEnabled(), false);
  tree.setLevel('', Level.ERROR);
  assert.equal(log.isInfoEnabled(), false);
  tree.setLevel('', undefined);
  assert.equal(log.isInfoEnabled(), true);
});

test('a level set for a duration returns to what it was before', () => {
  const { tree, clock } = treeWith({ a: { level: Level.WARN } });
  tree.setLevel('a', Level.DEBUG, Duration.minutes(5));
  clock.moveTo('2026-11-14T06:45:00Z');
  assert.equal(tree.levelOf('a'), Level.DEBUG);
  clock.moveTo('2026-11-14T06:47:36Z');
  assert.equal(tree.levelOf('a'), Level.WARN);
});

test('a second temporary level returns to the level before the first', () => {
  const { tree, clock } = treeWith();
  tree.setLevel('a', Level.DEBUG, Duration.minutes(5));
  tree.setLevel('a', Level.TRACE, Duration.minutes(10));
  clock.moveTo('2026-11-14T06:48:00Z');
  assert.equal(tree.levelOf('a'), Level.TRACE);
  clock.moveTo('2026-11-14T06:53:00Z');
  assert.equal(tree.levelOf('a'), Level.INFO);
  assert.equal(clock.scheduled, 0);
});

test('a lasting level ends a temporary one', () => {
  const { tree, clock } = treeWith();
  tree.setLevel('a', Level.DEBUG, Duration.minutes(5));
  tree.setLevel('a', Level.ERROR);
  clock.moveTo('2026-11-14T07:00:00Z');
  assert.equal(tree.levelOf('a'), Level.ERROR);
});

test('"" and ROOT in any case are one logger: a lasting level under one name ends a temporary one under the other', () => {
  const { tree, clock } = treeWith();
  tree.setLevel('ROOT', Level.DEBUG, Duration.minutes(10));
  assert.equal(tree.levelOf('a'), Level.DEBUG);
  assert.equal(tree.levelOf('root'), Level.DEBUG);
  tree.setLevel('', Level.ERROR);
  clock.moveTo('2026-11-14T07:00:00Z');
  assert.equal(tree.levelOf('a'), Level.ERROR);
  assert.equal(tree.levelOf('Root'), Level.ERROR);
  assert.equal(clock.scheduled, 0);
});

test('a configured level of ROOT is that of all loggers', () => {
  const { tree } = treeWith({ ROOT: { level: Level.ERROR }, a: { level: Level.DEBUG } });
  assert.deepEqual([tree.levelOf('x'), tree.levelOf('a.b'), tree.levelOf('')], [Level.ERROR, Level.DEBUG, Level.ERROR]);
});

test('loggers in use follow a new configuration, and its predecessors are closed', async () => {
  const { tree, appender } = treeWith();
  const log = tree.get('x');
  let closed = false;
  appender.close = async () => {
    closed = true;
  };
  const next = new MemoryAppender();
  await tree.configure({
    build: () => ({ level: Level.DEBUG, appenders: [{ threshold: Level.ALL, appender: next }], loggers: new Map() }),
  });
  log.debug('now');
  assert.deepEqual(next.messages, ['now']);
  assert.deepEqual(appender.messages, []);
  assert.equal(closed, true);
});

test('a configuration that cannot be built leaves the old one in force', async () => {
  const { tree, appender } = treeWith();
  const broken = (): LoggerSetup => {
    throw new Error('no such place');
  };
  await assert.rejects(tree.configure({ build: broken }), { message: 'no such place' });
  tree.get('x').info('still here');
  assert.deepEqual(appender.messages, ['still here']);
});

test('events are counted by level, and lost lines over all configurations', async () => {
  const { tree, appender } = treeWith();
  tree.get('x').info('1');
  tree.get('x').warn('2');
  tree.get('x').debug('not said, not counted');
  const { counts } = tree;
  assert.deepEqual(
    [counts.all, counts.error, counts.warn, counts.info, counts.debug, counts.trace, counts.of(Level.WARN)],
    [2, 0, 1, 1, 0, 0, 1],
  );
  Object.defineProperty(appender, 'dropped', { value: 7 });
  assert.equal(tree.dropped, 7);
  await tree.apply(nothing);
  assert.equal(tree.dropped, 7);
});

test('an appender that throws does not reach the caller, and the others still get the event', async () => {
  const { tree, appender } = treeWith();
  const broken = new MemoryAppender();
  broken.append = () => {
    throw new Error('broken on purpose');
  };
  await tree.apply({
    ...nothing,
    level: Level.INFO,
    appenders: [broken, appender].map((each) => ({ threshold: Level.ALL, appender: each })),
  });
  tree.get('x').info('said');
  assert.deepEqual(appender.messages, ['said']);
});

test('context follows asynchronous work, inner fields hide outer ones', async () => {
  const { tree, appender } = treeWith();
  const log = tree.get('x');
  await LoggingContext.run({ requestId: 'a1', user: 'ann' }, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    log.info('one');
    LoggingContext.run({ user: 'bob' }, () => log.info('two'));
    await Promise.resolve();
    log.info('three');
  });
  log.info('four');
  assert.deepEqual(
    appender.events.map((event) => event.context),
    [{ requestId: 'a1', user: 'ann' }, { requestId: 'a1', user: 'bob' }, { requestId: 'a1', user: 'ann' }, undefined],
  );
  assert.equal(LoggingContext.current(), undefined);
});

test('a line end in a name cannot forge a line', () => {
  const { tree, appender } = treeWith();
  tree.get('x\nERROR [now] y').info('said');
  assert.equal(appender.text, 'INFO  [2026-11-14 06:42:35,274] x\\u000aERROR [now] y: said\n');
});

test('a diversion gets what it wants in place of the appenders, whatever is configured meanwhile', async () => {
  const { tree, appender } = treeWith();
  const elsewhere = new MemoryAppender();
  const undo = tree.divert({ appender: elsewhere, levelOf: (name) => (name === 'fine' ? Level.DEBUG : Level.WARN) });
  tree.get('fine').debug('wanted');
  tree.get('coarse').debug('not wanted');
  tree.get('coarse').info('let pass by the tree');
  await tree.apply(nothing);
  tree.get('coarse').info('let pass by nobody');
  tree.get('coarse').warn('wanted as well');
  await tree.close();
  assert.deepEqual(elsewhere.messages, ['wanted', 'let pass by the tree', 'wanted as well']);
  undo();
  tree.get('fine').debug('too fine again');
  tree.get('coarse').info('as before');
  assert.deepEqual(appender.messages, ['as before']);
  assert.equal(elsewhere.messages.length, 3);
});

test('of two diversions each gets its own levels', () => {
  const { tree } = treeWith();
  const [coarse, fine] = [new MemoryAppender(), new MemoryAppender()];
  const undoCoarse = tree.divert({ appender: coarse, levelOf: () => Level.ERROR });
  const undoFine = tree.divert({ appender: fine, levelOf: () => Level.TRACE });
  tree.get('a').trace('one');
  undoFine();
  tree.get('a').info('two');
  undoCoarse();
  assert.deepEqual([coarse.messages, fine.messages], [['two'], ['one']]);
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

import debug from 'debug';
import { pino } from 'pino';
import winston from 'winston';

import { MemoryAppender } from '../../../src/logging/appenders/memory-appender.js';
import { bridgeDebug } from '../../../src/logging/bridges/debug-bridge.js';
import { pinoDestination } from '../../../src/logging/bridges/pino-bridge.js';
import { winstonTransport } from '../../../src/logging/bridges/winston-bridge.js';
import { Level } from '../../../src/logging/level.js';
import { LoggerTree } from '../../../src/logging/logger-tree.js';
import type { Logger } from '../../../src/logging/logger.js';
import { ManualClock } from '../../../src/testing/manual-clock.js';

function given(level = Level.TRACE): { readonly appender: MemoryAppender; readonly loggerFor: (name: string) => Logger } {
  const appender = new MemoryAppender();
  const tree = new LoggerTree(
    () => ({ level, appenders: [{ threshold: Level.ALL, appender }], loggers: new Map() }),
    ManualClock.at('2026-11-14T06:42:35.274Z'),
  );
  return { appender, loggerFor: (name) => tree.get(name) };
}

function said(appender: MemoryAppender): readonly string[] {
  return appender.events.map(({ level, loggerName, message, context }) => {
    return `${level} ${loggerName}: ${message}${context === undefined ? '' : ` ${JSON.stringify(context)}`}`;
  });
}

test('console, warnings and debuglog come out in our lines, and are given back', () => {
  const program = fileURLToPath(new URL('../child-scenarios.js', import.meta.url));
  const output = execFileSync(process.execPath, [program, 'bridges'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_DEBUG: 'early,late' },
  });
  assert.equal(
    output.replace(/\[\d{4}-[^\]]+\]/g, '[time]'),
    `INFO  [time] console: log x { a: 1 }
INFO  [time] console: 100% sure
WARN  [time] console: warn
| second
ERROR [time] console: error
! Error: boom
! at here
!
DEBUG [time] console: debug
INFO  [time] console: group
INFO  [time] console:   inside
INFO  [time] console: ┌─────────┬───┐
| │ (index) │ a │
| ├─────────┼───┤
| │ 0       │ 1 │
| └─────────┴───┘
WARN  [time] console: Assertion failed: assert
INFO  [time] console: default: 1
WARN  [time] process.warning: [S1] SampleWarning: careful
| more
DEBUG [time] debuglog.early: early 1
DEBUG [time] debuglog.late: late 2
plain again
`,
  );
});

test('the package debug comes out at DEBUG under its namespace, whatever our level, while it is enabled', (context: TestContext) => {
  const { appender, loggerFor } = given(Level.INFO);
  const bridge = bridgeDebug(debug, loggerFor);
  const before = debug.disable();
  context.after(() => {
    bridge.remove();
    debug.enable(before);
  });
  debug.enable('app:*');
  debug('app:db')('%s rows in %d ms', 'no', 3);
  debug('app:db')('of %o', { a: 1 });
  debug('other')('not enabled');
  assert.deepEqual(said(appender), ['DEBUG app.db: no rows in 3 ms', 'DEBUG app.db: of { a: 1 }']);
});

test('pino comes out with its name, its fields as context, and its errors as traces', () => {
  const { appender, loggerFor } = given(Level.DEBUG);
  const logger = pino({ name: 'com.example.Orders', level: 'trace' }, pinoDestination(loggerFor));
  logger.info('hello %s', 'world');
  logger.child({ requestId: 'a1' }).warn({ count: 3 }, 'careful');
  logger.error(new TypeError('boom'));
  logger.fatal('over');
  logger.debug('fine');
  logger.trace('below our level');
  pino(pinoDestination(loggerFor)).info('nameless');
  assert.deepEqual(said(appender), [
    'INFO com.example.Orders: hello world',
    'WARN com.example.Orders: careful {"requestId":"a1","count":3}',
    'ERROR com.example.Orders: boom',
    'ERROR com.example.Orders: over',
    'DEBUG com.example.Orders: fine',
    'INFO pino: nameless',
  ]);
  assert.match(appender.text, /com\.example\.Orders: boom\n! TypeError: boom\n(! at .*\n)+!\n/);
});

test('a line that is no JSON passes through the destination for pino as text', () => {
  const { appender, loggerFor } = given();
  pinoDestination(loggerFor).write('100% text\n');
  assert.deepEqual(said(appender), ['INFO pino: 100% text']);
});

test('winston comes out with its label, its fields as context, and its errors as traces', () => {
  const { appender, loggerFor } = given(Level.DEBUG);
  const logger = winston.createLogger({
    level: 'silly',
    format: winston.format.combine(winston.format.errors({ stack: true }), winston.format.splat()),
    transports: [winstonTransport(loggerFor)],
  });
  logger.info('hello %s', 'world');
  logger.warn('careful', { count: 3 });
  logger.error(new TypeError('boom'));
  logger.verbose('fine', { label: 'com.example.Orders' });
  logger.silly('below our level');
  logger.close();
  assert.deepEqual(said(appender), [
    'INFO winston: hello world',
    'WARN winston: careful {"count":3}',
    'ERROR winston: boom',
    'DEBUG com.example.Orders: fine',
  ]);
  assert.match(appender.text, /winston: boom\n! TypeError: boom\n(! at .*\n)+!\n/);
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

import debug from 'debug';

import { bridgeDebug } from '../../../src/logging/bridges/debug-bridge.js';
import { Level } from '../../../src/logging/level.js';
import { bridgedLines } from './bridged-lines.js';
import type { BridgedLines } from './bridged-lines.js';

test('console, warnings and debuglog are written as log lines until the bridge is removed', () => {
  const program = fileURLToPath(new URL('../child-scenarios.js', import.meta.url));
  const output = execFileSync(process.execPath, [program, 'bridges'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_DEBUG: 'early,late' },
  });
  assert.equal(
    output.replace(/\[\d{4}-[^\]]+\]/g, '[time]').replace(/(\| {5}at .*\n)+/, ''),
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
WARN  [time] console: warned while shown
INFO  [time] console: value shown
DEBUG [time] console: Trace: where
WARN  [time] process.warning: [S1] SampleWarning: careful
| more
DEBUG [time] debuglog.early: early 1
DEBUG [time] debuglog.late: late 2
plain again
`,
  );
});

interface EnabledDebug {
  readonly lines: BridgedLines;
  remove(): void;
}

function enabledDebug(context: TestContext, level = Level.INFO): EnabledDebug {
  const lines = bridgedLines(level);
  const bridge = bridgeDebug(debug, lines.loggerFor);
  const before = debug.disable();
  context.after(() => {
    bridge.remove();
    debug.enable(before);
  });
  debug.enable('app:*');
  return { lines, remove: () => bridge.remove() };
}

test('the package debug is written at DEBUG under its namespace while it is enabled, whatever our level', (context: TestContext) => {
  const { lines } = enabledDebug(context);
  debug('app:db')('%s rows in %d ms', 'no', 3);
  debug('app:db')('of %o', { a: 1 });
  debug('other')('not enabled');
  assert.deepEqual(lines.written(), ['DEBUG app.db: no rows in 3 ms', 'DEBUG app.db: of { a: 1 }']);
});

test('formatters of debug are applied, and its colours left out', (context: TestContext) => {
  const { lines } = enabledDebug(context);
  debug.formatters['h'] = (value: Buffer) => value.toString('hex');
  context.after(() => delete debug.formatters['h']);
  const db = debug('app:db');
  Object.assign(db, { useColors: true });
  db('key %h of %o', Buffer.from('ab'), { a: 1 });
  assert.deepEqual(lines.written(), ['DEBUG app.db: key 6162 of { a: 1 }']);
});

test('an error given to debug keeps its trace, alone or behind a text', (context: TestContext) => {
  const { lines } = enabledDebug(context);
  const error = Object.assign(new TypeError('boom'), { stack: 'TypeError: boom\n    at here' });
  debug('app:db')(error);
  debug('app:db')('query failed', error);
  debug('app:db')('no error');
  assert.equal(
    lines.appender.text,
    `DEBUG [2026-11-14 06:42:35,274] app.db: TypeError: boom
! TypeError: boom
! at here
!
DEBUG [2026-11-14 06:42:35,274] app.db: query failed
! TypeError: boom
! at here
!
DEBUG [2026-11-14 06:42:35,274] app.db: no error
`,
  );
});

test('a removed bridge leaves debug as it was', (context: TestContext) => {
  const names = ['log', 'formatArgs', 'coerce'] as const;
  const before = names.map((name) => (debug as unknown as Record<string, unknown>)[name]);
  const { remove } = enabledDebug(context);
  remove();
  assert.deepEqual(
    names.map((name) => (debug as unknown as Record<string, unknown>)[name]),
    before,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LayoutAppender } from '../../../src/logging/appenders/layout-appender.js';
import type { Layout } from '../../../src/logging/layouts/layout.js';
import { TextLayout } from '../../../src/logging/layouts/text-layout.js';
import { TimeZone } from '../../../src/logging/layouts/time-zone.js';
import { Level } from '../../../src/logging/level.js';
import type { LogEvent } from '../../../src/logging/log-event.js';

const event: LogEvent = {
  level: Level.INFO,
  loggerName: 'com.example.Thing',
  time: Date.parse('2026-11-14T06:42:35.274Z'),
  message: 'order 7',
  error: undefined,
  context: undefined,
};

function appenderWith(layout: Layout) {
  let text = '';
  const nothing = (): Promise<void> => Promise.resolve();
  const appender = new LayoutAppender(layout, { descriptor: 1 }, () => ({
    write: (lines) => void (text += lines),
    flush: nothing,
    flushSync: () => {},
    close: nothing,
    dropped: 0,
  }));
  return { appender, text: () => text };
}

test('an event whose error or context cannot be laid out still gives its line', () => {
  const { appender, text } = appenderWith(new TextLayout(TimeZone.UTC));
  const context = {
    get user(): string {
      throw new RangeError('no user here');
    },
  };
  appender.append({ ...event, context });
  assert.equal(
    text(),
    'INFO  [2026-11-14 06:42:35,274] com.example.Thing: order 7 [its error or context cannot be laid out: RangeError: no user here]\n',
  );
});

test('a layout that only knows events lays out an entry of the request log as an event', () => {
  const { appender, text } = appenderWith({
    format: ({ level, loggerName, message, context }) => `${level}|${loggerName}|${message}|${context?.['status']}\n`,
  });
  appender.appendRecord({ loggerName: 'http.request', time: event.time, line: 'GET / 200', fields: { status: 200 } });
  assert.equal(text(), 'INFO|http.request|GET / 200|200\n');
});

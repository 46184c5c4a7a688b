import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { errorLines } from '../../../src/logging/layouts/error-lines.js';
import { JsonLayout } from '../../../src/logging/layouts/json-layout.js';
import { TextLayout } from '../../../src/logging/layouts/text-layout.js';
import { TimeZone } from '../../../src/logging/layouts/time-zone.js';
import { Timestamp, utcTimestamp } from '../../../src/logging/layouts/timestamp.js';
import { Level } from '../../../src/logging/level.js';
import type { LogEvent } from '../../../src/logging/log-event.js';

const runs = Number(process.env['KEELSON_FUZZ'] ?? 100);

function event(given: Partial<LogEvent>): LogEvent {
  return {
    level: Level.INFO,
    loggerName: 'com.example.Thing',
    time: Date.parse('2026-11-14T06:42:35.274Z'),
    message: 'message',
    error: undefined,
    context: undefined,
    ...given,
  };
}

const text = new TextLayout(TimeZone.UTC);
const json = new JsonLayout();

test('levels are padded to five', () => {
  assert.deepEqual(
    Level.values.slice(1, 6).map((level) => text.format(event({ level }))),
    ['ERROR', 'WARN ', 'INFO ', 'DEBUG', 'TRACE'].map((name) => `${name} [2026-11-14 06:42:35,274] com.example.Thing: message\n`),
  );
});

test('an error follows as lines that begin with "! ", ended by "!"', () => {
  const error = new Error('boom');
  error.stack = 'Error: boom\n    at first (file.ts:1:2)\n    at second (file.ts:3:4)';
  assert.equal(
    text.format(event({ level: Level.ERROR, error })),
    'ERROR [2026-11-14 06:42:35,274] com.example.Thing: message\n! Error: boom\n! at first (file.ts:1:2)\n! at second (file.ts:3:4)\n!\n',
  );
});

function errorWith(message: string, frames: readonly string[], options?: ErrorOptions): Error {
  const error = new Error(message, options);
  error.stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return error;
}

test('causes follow the error, and frames that both have are counted', () => {
  const cause = errorWith('inner', ['deep (a.ts:1:1)', 'shared (b.ts:2:2)', 'main (c.ts:3:3)']);
  const error = errorWith('outer', ['shallow (a.ts:9:9)', 'shared (b.ts:2:2)', 'main (c.ts:3:3)'], { cause });
  assert.deepEqual(errorLines(error), [
    'Error: outer',
    'at shallow (a.ts:9:9)',
    'at shared (b.ts:2:2)',
    'at main (c.ts:3:3)',
    'Caused by: Error: inner',
    'at deep (a.ts:1:1)',
    '... 2 common frames omitted',
  ]);
});

test('the parts of an AggregateError follow it, each with its own causes', () => {
  const part = errorWith('second', ['b (b.ts:1:1)'], { cause: 'a text' });
  const error = new AggregateError([errorWith('first', ['a (a.ts:1:1)']), part], 'all failed');
  error.stack = 'AggregateError: all failed\n    at main (c.ts:3:3)';
  assert.deepEqual(errorLines(error), [
    'AggregateError: all failed',
    'at main (c.ts:3:3)',
    'Part 1 of 2: Error: first',
    'at a (a.ts:1:1)',
    'Part 2 of 2: Error: second',
    'at b (b.ts:1:1)',
    'Caused by: a text',
  ]);
});

test('a circle of causes ends', () => {
  const error = errorWith('first', []);
  error.cause = errorWith('second', [], { cause: error });
  assert.deepEqual(errorLines(error), ['Error: first', 'Caused by: Error: second', 'Caused by: Error: first (shown above)']);
});

test('a chain of thousands of causes is cut after a hundred errors, and the line is written', () => {
  let error = errorWith('0', []);
  for (let count = 1; count < 20_000; count++) error = errorWith(String(count), [], { cause: error });
  const lines = errorLines(error);
  assert.equal(lines.length, 101);
  assert.deepEqual(lines.slice(-2), ['Caused by: Error: 19900', '... further causes omitted']);
  assert.ok(text.format(event({ error })).endsWith('! Caused by: Error: 19900\n! ... further causes omitted\n!\n'));
});

test('of an AggregateError fifty parts are shown, and a hundred errors of nested ones', () => {
  const parts = Array.from({ length: 60 }, (_, at) => errorWith(String(at), []));
  const many = new AggregateError(parts, 'many');
  many.stack = 'AggregateError: many';
  assert.deepEqual(errorLines(many).slice(-2), ['Part 50 of 60: Error: 49', '... 10 more parts omitted']);
  assert.equal(errorLines(many).length, 52);
  const nested = new AggregateError(
    Array.from(
      { length: 40 },
      () =>
        new AggregateError(
          Array.from({ length: 40 }, (_, at) => errorWith(String(at), [])),
          'inner',
        ),
    ),
    'outer',
  );
  const lines = errorLines(nested);
  assert.equal(lines.filter((line) => line.includes('Error: ')).length, 100);
  assert.deepEqual(lines.slice(-2), ['... 24 more parts omitted', '... 37 more parts omitted']);
});

test('an error without a stack, or with one that throws, still has its summary', () => {
  const error = new Error('bare');
  delete error.stack;
  assert.deepEqual(errorLines(error), ['Error: bare']);
  Object.defineProperty(error, 'stack', {
    get() {
      throw new Error('no');
    },
  });
  assert.deepEqual(errorLines(error), ['Error: bare']);
});

test('lines forged in the log: a line end in an error message cannot forge a line', () => {
  const error = errorWith('boom\nERROR [2026-11-14 06:42:35,274] x: forged\r!', ['a (a.ts:1:1)']);
  assert.equal(
    text.format(event({ error })),
    'INFO  [2026-11-14 06:42:35,274] com.example.Thing: message\n! Error: boom\n! ERROR [2026-11-14 06:42:35,274] x: forged\n! !\n! at a (a.ts:1:1)\n!\n',
  );
});

test('further lines of a message are marked', () => {
  assert.equal(
    text.format(event({ message: 'first\nERROR [2026-11-14 06:42:35,274] x: forged\r\n\r\n    GET /a\u2028last\n' })),
    'INFO  [2026-11-14 06:42:35,274] com.example.Thing: first\n| ERROR [2026-11-14 06:42:35,274] x: forged\n|\n|     GET /a\n| last\n',
  );
});

test('control characters are written out, so that a terminal shows what was logged', () => {
  assert.equal(
    text.format(event({ message: 'a\x1b[2Kb\x00\tc\x9b' })),
    'INFO  [2026-11-14 06:42:35,274] com.example.Thing: a\\u001b[2Kb\\u0000\tc\\u009b\n',
  );
});

test('characters that change the order of the text around them are escaped', () => {
  const controls = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
  const escaped = '\\u061c\\u200e\\u200f\\u202a\\u202b\\u202c\\u202d\\u202e\\u2066\\u2067\\u2068\\u2069';
  assert.equal(
    text.format(event({ message: `user${controls} logged in`, context: { name: controls }, error: errorWith(controls, []) })),
    `INFO  [2026-11-14 06:42:35,274] com.example.Thing: user${escaped} logged in {name=${escaped}}\n! Error: ${escaped}\n!\n`,
  );
});

test('no message, context or error makes a line that looks like one of its own', () => {
  const hostile = fc
    .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\r', '\r\n', '\u2028', '\x85', '\v', 'INFO  [', '!', '\x1b')))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(hostile, hostile, hostile, (message, value, inError) => {
      const lines = text.format(event({ message, context: { value }, error: new Error(inError) })).split(/[\n\r\u2028\u2029\x85\v\f]/);
      assert.ok(lines[0]!.startsWith('INFO  [2026-11-14 06:42:35,274] com.example.Thing: '));
      for (const line of lines.slice(1, -1)) assert.match(line, /^(\| |\|$|! |!$)/);
      assert.equal(lines.at(-1), '');
    }),
    { numRuns: runs },
  );
});

test('the context stands at the end of the message', () => {
  const context = { requestId: 'a1', count: 3, nested: { a: [1] }, lines: 'x\ny' };
  assert.equal(
    text.format(event({ context })),
    'INFO  [2026-11-14 06:42:35,274] com.example.Thing: message {requestId=a1, count=3, nested={ a: [ 1 ] }, lines=x\\u000ay}\n',
  );
  assert.equal(text.format(event({ context: {} })), 'INFO  [2026-11-14 06:42:35,274] com.example.Thing: message\n');
});

test('the JSON layout gives one object a line, with context and exception where there are any', () => {
  assert.equal(
    json.format(event({ message: 'a "b"\nc' })),
    '{"timestamp":"2026-11-14T06:42:35.274Z","level":"INFO","logger":"com.example.Thing","message":"a \\"b\\"\\nc"}\n',
  );
  const error = errorWith('boom', ['a (a.ts:1:1)']);
  const circle: Record<string, unknown> = { name: 'c' };
  circle['self'] = circle;
  assert.deepEqual(JSON.parse(json.format(event({ error, context: { requestId: 'a1', big: 10n, circle } }))), {
    timestamp: '2026-11-14T06:42:35.274Z',
    level: 'INFO',
    logger: 'com.example.Thing',
    message: 'message',
    context: { requestId: 'a1', big: '10n', circle: "<ref *1> { name: 'c', self: [Circular *1] }" },
    exception: 'Error: boom\nat a (a.ts:1:1)',
  });
});

test('an entry in a form of its own is a line as text and an object as JSON', () => {
  const record = { loggerName: 'http.request', time: event({}).time, line: 'GET /a 200', fields: { status: 200, agent: 'x"y' } };
  assert.equal(text.formatRecord(record), 'GET /a 200\n');
  assert.equal(
    json.formatRecord(record),
    '{"timestamp":"2026-11-14T06:42:35.274Z","logger":"http.request","status":200,"agent":"x\\"y"}\n',
  );
  assert.equal(json.formatRecord({ ...record, fields: {} }), '{"timestamp":"2026-11-14T06:42:35.274Z","logger":"http.request"}\n');
});

test('the JSON layout quotes whatever the message holds', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (message) => {
      const parsed = JSON.parse(json.format(event({ message, loggerName: message }))) as Record<string, unknown>;
      assert.deepEqual([parsed['message'], parsed['logger']], [message, message]);
    }),
    { numRuns: runs },
  );
});

test('timestamps are right whatever the order in which times come', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4_102_444_800_000 }), { minLength: 1 }), (times) => {
      const timestamp = new Timestamp(TimeZone.UTC);
      const iso = Timestamp.iso();
      for (const time of times.flatMap((each) => [each, each + 1, each])) {
        const expected = new Date(time).toISOString();
        assert.equal(iso.format(time), expected);
        assert.equal(timestamp.format(time), expected.replace('T', ' ').replace('.', ',').replace('Z', ''));
      }
    }),
    { numRuns: runs },
  );
  assert.equal(utcTimestamp(0), '1970-01-01 00:00:00,000');
  assert.equal(utcTimestamp(1.75), '1970-01-01 00:00:00,001');
  assert.equal(utcTimestamp(Number.NaN), 'an unknown time');
  assert.equal(utcTimestamp(1e300), 'an unknown time');
});

test('a time zone shifts the timestamp, in winter and in summer', () => {
  const berlin = new Timestamp(TimeZone.of('Europe/Berlin'));
  assert.equal(berlin.format(Date.parse('2026-01-14T06:42:35.274Z')), '2026-01-14 07:42:35,274');
  assert.equal(berlin.format(Date.parse('2026-07-14T06:42:35.274Z')), '2026-07-14 08:42:35,274');
  const nepal = new Timestamp(TimeZone.of('Asia/Kathmandu'));
  assert.equal(nepal.format(Date.parse('2026-07-14T06:42:35.001Z')), '2026-07-14 12:27:35,001');
});

test('a change of the offset at half past is not taken for one at the full hour', () => {
  // Nepal went from 5:30 to 5:45 ahead of UTC on 1 January 1986, local time.
  const nepal = TimeZone.of('Asia/Kathmandu');
  const minutes = ['18:00', '18:29', '18:30', '18:59'].map((time) => nepal.offsetAt(Date.parse(`1985-12-31T${time}:00Z`)) / 60_000);
  assert.deepEqual(minutes, [330, 330, 345, 345]);
});

test('an unknown time zone is refused with what to write', () => {
  assert.throws(() => TimeZone.of('Mars/Olympus'), {
    name: 'RangeError',
    message: 'Unknown time zone: Mars/Olympus. Use UTC, system, or a name such as Europe/Berlin',
  });
  assert.equal(TimeZone.of('system').id, Intl.DateTimeFormat().resolvedOptions().timeZone);
  assert.equal(TimeZone.of('utc'), TimeZone.UTC);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Handler } from '../../src/http/handler.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { AppenderFactory } from '../../src/logging/appenders/appender-factory.js';
import type { Appender } from '../../src/logging/appenders/appender.js';
import { MemoryAppender } from '../../src/logging/appenders/memory-appender.js';
import { getLogger, loggerTree } from '../../src/logging/get-logger.js';
import { JsonLayout } from '../../src/logging/layouts/json-layout.js';
import type { Layout } from '../../src/logging/layouts/layout.js';
import { TextLayout } from '../../src/logging/layouts/text-layout.js';
import { TimeZone } from '../../src/logging/layouts/time-zone.js';
import { Level } from '../../src/logging/level.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';

class GivenAppenderFactory extends AppenderFactory {
  constructor(private readonly appender: Appender) {
    super();
  }

  override build(): Appender {
    return this.appender;
  }
}

interface Logs {
  /** What was logged while the request was handled. */
  readonly log: string;
  readonly requestLog: string;
}

/** The lines of one request with the ID r1, in that layout. */
async function logsOfOneRequest(
  layout: Layout,
  given: (factory: DefaultServerFactory) => void = () => {},
  more: Readonly<Record<string, string>> = {},
): Promise<Logs> {
  const [log, requestLog] = [new MemoryAppender(layout), new MemoryAppender(layout)];
  const factory = new DefaultServerFactory();
  factory.requestLog.appenders = [new GivenAppenderFactory(requestLog)];
  given(factory);
  const engine = new InMemoryEngine();
  const application: Handler = async ({ reply }) => {
    await new Promise((resolve) => setImmediate(resolve));
    getLogger('com.example.Thing').warn('handled');
    reply.end('done');
  };
  const server = factory.build({ name: 'test', application, admin: application, lifecycle: new Lifecycle(), engine });
  const undo = loggerTree.divert({ appender: log, levelOf: (name) => (name === 'com.example.Thing' ? Level.WARN : Level.OFF) });
  try {
    await server.start();
    log.clear();
    const headers = { 'X-Request-Id': 'r1', 'User-Agent': 'curl/8', ...more };
    await engine.send(server.applicationListeners[0]!.port, { path: '/greet?name=a"b', headers });
    await new Promise((resolve) => setImmediate(resolve));
    const timeless = (text: string): string =>
      text
        .replace(/\[\d[^\]]*\]/g, '[time]')
        .replace(/"timestamp":"[^"]*"/g, '"timestamp":"time"')
        .replace(/"milliseconds":\d+/g, '"milliseconds":0')
        .replace(/"curl\/8" \d+/g, '"curl/8" 0');
    return { log: timeless(log.text), requestLog: timeless(requestLog.text) };
  } finally {
    await server.stop();
    undo();
  }
}

const text = new TextLayout(TimeZone.UTC);
const requestLine = '127.0.0.1 - - [time] "GET /greet?name=a\\"b HTTP/1.1" 200 4 "-" "curl/8" 0';

test('a text line logged while a request is handled has nothing behind the message', async () => {
  assert.deepEqual(await logsOfOneRequest(text), { log: 'WARN  [time] com.example.Thing: handled\n', requestLog: `${requestLine}\n` });
});

test('with inLogContext a text line shows the ID of the request', async () => {
  const { log } = await logsOfOneRequest(text, (factory) => (factory.requestId.inLogContext = true));
  assert.equal(log, 'WARN  [time] com.example.Thing: handled {requestId=r1}\n');
});

for (const inLogContext of [false, true]) {
  test(`a JSON line carries the ID of the request once, with inLogContext ${inLogContext}`, async () => {
    const { log } = await logsOfOneRequest(new JsonLayout(), (factory) => (factory.requestId.inLogContext = inLogContext));
    assert.equal(
      log,
      '{"timestamp":"time","level":"WARN","logger":"com.example.Thing","message":"handled","context":{"requestId":"r1"}}\n',
    );
  });
}

test('the request log follows the JSON layout of its appender, with the ID of the request', async () => {
  const { requestLog } = await logsOfOneRequest(new JsonLayout());
  assert.equal(
    requestLog,
    '{"timestamp":"time","logger":"http.request","requestId":"r1","remoteAddress":"127.0.0.1","method":"GET","target":"/greet?name=a\\"b",' +
      '"protocol":"HTTP/1.1","status":200,"bytes":4,"milliseconds":0,"userAgent":"curl/8"}\n',
  );
});

test('with requestId a text line of the request log ends with the ID', async () => {
  const { requestLog } = await logsOfOneRequest(text, (factory) => (factory.requestLog.requestId = true));
  assert.equal(requestLog, `${requestLine} r1\n`);
});

test('JSON lines carry the trace that the caller names, in the log and in the request log', async () => {
  const ids = '"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331"';
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  for (const inLogContext of [false, true]) {
    const { log, requestLog } = await logsOfOneRequest(new JsonLayout(), (factory) => (factory.requestId.inLogContext = inLogContext), {
      traceparent,
    });
    assert.equal(
      log,
      `{"timestamp":"time","level":"WARN","logger":"com.example.Thing","message":"handled","context":{"requestId":"r1",${ids}}}\n`,
    );
    assert.ok(requestLog.startsWith(`{"timestamp":"time","logger":"http.request","requestId":"r1",${ids},"remoteAddress"`), requestLog);
  }
});

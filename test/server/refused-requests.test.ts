import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';

import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { AppenderFactory } from '../../src/logging/appenders/appender-factory.js';
import type { Appender } from '../../src/logging/appenders/appender.js';
import { MemoryAppender } from '../../src/logging/appenders/memory-appender.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import type { ObservedRequest } from '../../src/server/handlers/metered-handler.js';
import { Duration } from '../../src/values/duration.js';
import { capturing } from '../resources/captured.js';

class GivenAppenderFactory extends AppenderFactory {
  constructor(private readonly appender: Appender) {
    super();
  }
  build(): Appender {
    return this.appender;
  }
}

/** All that comes back for these bytes until the server closes the connection. */
function answerTo(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (piece) => (answer += piece.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
}

test('requests that could not be read are in the request log and in the metrics: malformed, too large or too slow', async () => {
  const lines = new MemoryAppender();
  const counted: string[] = [];
  const connector = HttpConnectorFactory.onPort(0);
  connector.bindHost = '127.0.0.1';
  connector.headerTimeout = Duration.milliseconds(200);
  connector.requestTimeout = Duration.milliseconds(300);
  const factory = new DefaultServerFactory();
  factory.applicationConnectors = [connector];
  factory.adminConnectors = [HttpConnectorFactory.onPort(0)];
  factory.requestLog.appenders = [new GivenAppenderFactory(lines)];
  const server = factory.build({
    name: 'test',
    application: async ({ body, reply }) => reply.end(await body.bytes()),
    admin: ({ reply }) => reply.end(),
    lifecycle: new Lifecycle(),
    observer: {
      requestStarted: () => undefined,
      requestWaits: () => undefined,
      requestFinished: ({ method, route, status }: ObservedRequest) => void counted.push(`${method} ${route} ${status}`),
    },
  });
  await server.start();
  const { port } = server.applicationListeners[0]!;
  for (const request of [
    'what is "this"\r\n\r\n',
    'GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    `GET /b HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(9000)}\r\n\r\n`,
    'GET /c HTTP/1.1\r\nHost:',
    'POST /d HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc',
  ]) {
    assert.match(await answerTo(port, request), /^HTTP\/1\.1 4\d\d [\s\S]*\r\n\r\n\{"code":4\d\d,"message":"HTTP 4\d\d [\w ]+"\}$/);
  }
  await server.stop();
  assert.deepEqual(
    lines.text
      .trim()
      .replace(/\[.*?\]/g, '[time]')
      .replace(/\d+$/gm, 'ms')
      .split('\n'),
    [
      '127.0.0.1 - - [time] "-" 400 45 "-" "-" ms',
      '127.0.0.1 - - [time] "GET /a HTTP/1.1" 400 45 "-" "-" ms',
      '127.0.0.1 - - [time] "GET /b HTTP/1.1" 431 65 "-" "-" ms',
      '127.0.0.1 - - [time] "-" 408 49 "-" "-" ms',
      '127.0.0.1 - - [time] "POST /d HTTP/1.1" 408 49 "-" "-" ms',
    ],
  );
  assert.deepEqual(counted, [
    'other undefined 400',
    'other undefined 400',
    'other undefined 431',
    'other undefined 408',
    'POST undefined 408',
  ]);
});

test('an asynchronous handler that is done without having answered is a 500 with a line in the log', () =>
  capturing(async (log) => {
    const connector = HttpConnectorFactory.onPort(0);
    connector.bindHost = '127.0.0.1';
    const factory = new DefaultServerFactory();
    factory.applicationConnectors = [connector];
    factory.adminConnectors = [HttpConnectorFactory.onPort(0)];
    factory.requestLog.appenders = [];
    const silent = () => Promise.resolve();
    const server = factory.build({ name: 'test', application: silent, admin: silent, lifecycle: new Lifecycle() });
    await server.start();
    const answer = await answerTo(server.applicationListeners[0]!.port, 'GET /silent HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await server.stop();
    assert.match(answer, /^HTTP\/1\.1 500 [\s\S]*There was an error processing your request\. It has been logged \(ID [0-9a-f]{16}\)\.$/);
    assert.match(
      log.text,
      /ERROR[^\n]*Error handling a request: [0-9a-f]{16}\n! NoReplyError: The handler of GET \/silent returned a promise/,
    );
  }));

test('OPTIONS * is answered with 204 and the allowed methods in Allow, on both ports', async () => {
  const connector = HttpConnectorFactory.onPort(0);
  connector.bindHost = '127.0.0.1';
  const factory = new DefaultServerFactory();
  factory.applicationConnectors = [connector];
  const admin = HttpConnectorFactory.onPort(0);
  admin.bindHost = '127.0.0.1';
  factory.adminConnectors = [admin];
  factory.requestLog.appenders = [];
  const server = factory.build({
    name: 'test',
    application: ({ reply }) => reply.end('not asked'),
    admin: ({ reply }) => reply.end(),
    lifecycle: new Lifecycle(),
    methods: ['PURGE'],
  });
  await server.start();
  const ask = async (port: number) => {
    const answer = await answerTo(port, 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    return [answer.split('\r\n', 1)[0], /^Allow: (.*)\r$/m.exec(answer)?.[1], answer.split('\r\n\r\n')[1]];
  };
  const answers = [await ask(server.applicationListeners[0]!.port), await ask(server.adminListeners[0]!.port)];
  await server.stop();
  assert.deepEqual(answers, [
    ['HTTP/1.1 204 No Content', 'GET, POST, PUT, DELETE, HEAD, OPTIONS, PATCH, PURGE', ''],
    ['HTTP/1.1 204 No Content', 'GET, POST, PUT, DELETE, HEAD, OPTIONS, PATCH', ''],
  ]);
});

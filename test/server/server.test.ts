import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect as tlsConnect } from 'node:tls';

import type { Handler } from '../../src/http/handler.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { HttpsConnectorFactory } from '../../src/server/connectors/https-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import type { ServerParts } from '../../src/server/server-factory.js';
import type { Server } from '../../src/server/server.js';
import { Duration } from '../../src/values/duration.js';
import { capturing } from '../resources/captured.js';
import { fixture } from './fixture-path.js';

function factoryOn(connector = loopback()): DefaultServerFactory {
  const factory = new DefaultServerFactory();
  factory.applicationConnectors = [connector];
  factory.adminConnectors = [loopback()];
  factory.requestLog.appenders = [];
  return factory;
}

function loopback(port = 0): HttpConnectorFactory {
  const connector = HttpConnectorFactory.onPort(port);
  connector.bindHost = '127.0.0.1';
  return connector;
}

const hello: Handler = ({ reply }) => reply.end('hello');

async function serving(
  factory: DefaultServerFactory,
  parts: Partial<ServerParts>,
  use: (port: number, server: Server) => Promise<void>,
): Promise<void> {
  const server = factory.build({ name: 'test', application: hello, admin: hello, lifecycle: new Lifecycle(), ...parts });
  await server.start();
  try {
    await use(server.applicationListeners[0]!.port, server);
  } finally {
    await server.stop();
  }
}

/** Sends these bytes and yields all that comes until the server closes. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (answer += piece));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

test('a reply has a Date and names no server', () =>
  serving(factoryOn(), {}, async (port) => {
    const answer = await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(answer, /\r\nDate: /);
    assert.doesNotMatch(answer, /\r\nServer:/i);
    assert.match(answer, /\r\n\r\nhello$/);
  }));

test('absolute-form targets are served, and what is not HTTP is answered with 400', () =>
  serving(factoryOn(), { application: ({ path, rawQuery, reply }) => reply.end(`${path} ${rawQuery}`) }, async (port) => {
    assert.match(await raw(port, 'GET http://a:80/b?c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'), /\r\n\r\n\/b c$/);
    assert.match(await raw(port, 'GET http://a?c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'), /\r\n\r\n\/ c$/);
    assert.match(
      await raw(port, 'what is this\r\n\r\n'),
      /^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\r\n\r\n\{"code":400,"message":"HTTP 400 Bad Request"\}$/,
    );
    assert.match(await raw(port, 'GET / HTTP/1.1\r\n\r\n'), /^HTTP\/1\.1 400 /);
  }));

test('endless headers: headers beyond the limit are answered with 431', () =>
  serving(factoryOn(), {}, async (port) => {
    const answer = await raw(port, `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(8200)}\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  }));

test('a client that sends slowly, or nothing: a client that is too slow with its headers or its body is answered with 408', () => {
  const connector = loopback();
  connector.headerTimeout = Duration.milliseconds(100);
  connector.requestTimeout = Duration.milliseconds(200);
  return serving(factoryOn(connector), { application: async ({ body, reply }) => reply.end(await body.bytes()) }, async (port) => {
    const answers = await Promise.all([
      raw(port, 'GET / HTTP/1.1\r\nHost:'),
      raw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc'),
    ]);
    for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
  });
});

test('an idle connection is closed after its time', () => {
  const connector = loopback();
  connector.idleTimeout = Duration.milliseconds(50);
  return serving(factoryOn(connector), {}, async (port) => assert.match(await raw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'), /hello$/));
});

test('a client that does not read its reply is cut off, one that waits for a slow handler is not', () => {
  const connector = loopback();
  connector.idleTimeout = Duration.milliseconds(60);
  connector.writeTimeout = Duration.milliseconds(60);
  const outcomes: Promise<boolean>[] = [];
  const application: Handler = async (exchange) => {
    if (exchange.path === '/slow') {
      await new Promise((resolve) => setTimeout(resolve, 200));
      exchange.reply.end('patience');
      return;
    }
    outcomes.push(new Promise((resolve) => exchange.onFinished(({ complete }) => resolve(complete))));
    exchange.reply.end(Buffer.alloc(64 * 1024 * 1024));
  };
  return serving(factoryOn(connector), { application }, async (port) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
    assert.match(await raw(port, 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'), /patience$/);
    assert.equal(await outcomes[0], false);
    socket.destroy();
  });
});

test('a body beyond the limit is answered with 413 while the client is still sending', () =>
  serving(factoryOn(), { application: async ({ body, reply }) => reply.end(await body.bytes()) }, async (port) => {
    const head = 'POST / HTTP/1.1\r\nHost: a\r\n';
    assert.match(await raw(port, `${head}Content-Length: 2000000\r\n\r\n${'x'.repeat(2_000_000)}`), /^HTTP\/1\.1 413 /);
    assert.match(
      await raw(port, `${head}Transfer-Encoding: chunked\r\n\r\n1E8480\r\n${'x'.repeat(2_000_000)}\r\n0\r\n\r\n`),
      /^HTTP\/1\.1 413 /,
    );
    const unasked = await raw(port, `${head}Content-Length: 2000000\r\nExpect: 100-continue\r\n\r\n`);
    assert.match(unasked, /^HTTP\/1\.1 413 /);
  }));

test('"100 Continue" is sent when somebody wants the body', () =>
  serving(factoryOn(), { application: async ({ body, reply }) => reply.end(await body.bytes()) }, async (port) => {
    const answer = await raw(
      port,
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n\r\nabc',
    );
    assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n[\s\S]*abc$/);
  }));

test('managed objects start before the ports and stop before the admin port closes; readiness fails first', async () => {
  const events: string[] = [];
  const lifecycle = new Lifecycle();
  const factory = factoryOn();
  factory.shutdownWaitPeriod = Duration.milliseconds(20);
  const reachable = async (port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
        .on('connect', () => resolve(true))
        .on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  let ports: number[] = [];
  lifecycle.manage({
    start: () => void events.push(`start ${server.applicationListeners.length} ${server.adminListeners.length}`),
    stop: async () => void events.push(`stop ${await reachable(ports[0]!)} ${await reachable(ports[1]!)}`),
  });
  const server: Server = factory.build({
    name: 'test',
    application: hello,
    admin: hello,
    lifecycle,
    onStopping: () => void reachable(ports[0]!).then((yes) => events.push(`not ready ${yes}`)),
  });
  await server.start();
  ports = [server.applicationListeners[0]!.port, server.adminListeners[0]!.port];
  await server.stop();
  assert.deepEqual(events, ['start 0 0', 'not ready true', 'stop false true']);
  assert.equal(await reachable(ports[1]!), false);
});

test('an address that the machine does not have is named in one sentence', () =>
  capturing(async () => {
    const connector = loopback();
    connector.bindHost = '192.0.2.1';
    const server = factoryOn(connector).build({ name: 'test', application: hello, admin: hello, lifecycle: new Lifecycle() });
    await assert.rejects(server.start(), {
      message: 'Cannot listen on port 0 on 192.0.2.1: this machine has no such address; check bindHost',
    });
  }));

test('a Unix socket serves too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-'));
  const connector = new HttpConnectorFactory();
  connector.path = join(folder, 'app.sock');
  try {
    await serving(factoryOn(connector), {}, async (_, server) => {
      assert.equal(server.applicationListeners[0]!.url, `unix:${connector.path}`);
      const [response] = (await once(request({ socketPath: connector.path, path: '/' }).end(), 'response')) as [IncomingMessage];
      response.resume();
      assert.equal(response.statusCode, 200);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('certificates are replaced without a restart, and a bad key store changes nothing', async () => {
  const connector = new HttpsConnectorFactory();
  connector.port = 0;
  connector.bindHost = '127.0.0.1';
  connector.keyStorePath = fixture('chain-and-key.pem');
  const subject = (port: number) =>
    new Promise<string>((resolve, reject) => {
      const socket = tlsConnect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().subject.CN as string);
        socket.destroy();
      });
      socket.on('error', reject);
    });
  await serving(factoryOn(connector), {}, async (port, server) => {
    assert.match(server.applicationListeners[0]!.url, /^https:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(await subject(port), 'localhost');
    connector.keyStorePath = fixture('second-chain-and-key.pem');
    await server.reloadCertificates();
    assert.equal(await subject(port), 'second.localhost');
    connector.keyStorePath = fixture('mismatch.pem');
    await assert.rejects(server.reloadCertificates(), { code: 'KEELSON_KEY_STORE' });
    assert.equal(await subject(port), 'second.localhost');
  });
});

test('requests under way are answered with "Connection: close", later connections are refused, idle ones closed', async () => {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const factory = factoryOn();
  const application: Handler = async ({ path, reply }) => {
    if (path === '/slow') await released;
    reply.end('done');
  };
  const server = factory.build({ name: 'test', application, admin: hello, lifecycle: new Lifecycle() });
  await server.start();
  const { port } = server.applicationListeners[0]!;
  const agent = new Agent({ keepAlive: true });
  const get = async (path: string) => {
    const [response] = (await once(request({ port, host: '127.0.0.1', path, agent }).end(), 'response')) as [IncomingMessage];
    let text = '';
    for await (const piece of response) text += String(piece);
    return `${response.statusCode} ${response.headers.connection} ${text}`;
  };
  assert.equal(await get('/idle'), '200 keep-alive done');
  const slow = get('/slow');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const stopped = server.stop();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await assert.rejects(get('/late'), { code: 'ECONNREFUSED' });
  release();
  assert.equal(await slow, '200 close done');
  await stopped;
  agent.destroy();
});

test('what is not answered after shutdownGracePeriod is cut off, and a WARN tells how many those were', () =>
  capturing(async (lines) => {
    const factory = factoryOn();
    factory.shutdownGracePeriod = Duration.milliseconds(30);
    const server = factory.build({ name: 'test', application: () => undefined, admin: hello, lifecycle: new Lifecycle() });
    await server.start();
    const answer = raw(server.applicationListeners[0]!.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await server.stop();
    assert.equal(await answer, '');
    assert.ok(lines.messages.includes('1 request was not answered within 30 milliseconds and cut off'), lines.text);
  }));

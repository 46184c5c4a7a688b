import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { test } from 'node:test';

import type { Handler } from '../../src/http/handler.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import type { Server } from '../../src/server/server.js';
import { capturing } from '../resources/captured.js';

const hello: Handler = ({ reply }) => reply.end('hello');

function loopback(port: number, host = '127.0.0.1'): HttpConnectorFactory {
  const connector = HttpConnectorFactory.onPort(port);
  connector.bindHost = host;
  return connector;
}

function serverOn(application: HttpConnectorFactory[], admin: HttpConnectorFactory, lifecycle = new Lifecycle()): Server {
  const factory = new DefaultServerFactory();
  factory.applicationConnectors = application;
  factory.adminConnectors = [admin];
  factory.requestLog.appenders = [];
  return factory.build({ name: 'test', application: hello, admin: hello, lifecycle });
}

async function takenPort(): Promise<{ port: number; server: NetServer }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

test('a port that is taken is named in one sentence, and what was started is stopped', () =>
  capturing(async (lines) => {
    const { port, server: other } = await takenPort();
    const lifecycle = new Lifecycle();
    let stopped = false;
    lifecycle.manage({ stop: () => void (stopped = true) });
    const server = serverOn([loopback(port)], loopback(0), lifecycle);
    const message = `Cannot listen on port ${port} on 127.0.0.1: another process listens there; stop it or configure another port`;
    await assert.rejects(server.start(), { code: 'KEELSON_LISTEN_FAILED', message });
    assert.equal(stopped, true);
    assert.deepEqual(lines.messages, [`Unable to start server, shutting down: ${message}`, 'Stopped']);
    other.close();
  }));

test('all ports that are taken are named in one sentence, those of the application first', () =>
  capturing(async () => {
    const [first, second, admin] = await Promise.all([takenPort(), takenPort(), takenPort()]);
    const server = serverOn([loopback(first.port), loopback(0), loopback(second.port)], loopback(admin.port));
    await assert.rejects(server.start(), {
      code: 'KEELSON_LISTEN_FAILED',
      message:
        `Cannot listen on port ${first.port} on 127.0.0.1, port ${second.port} on 127.0.0.1 and port ${admin.port} on 127.0.0.1: ` +
        'another process listens there; stop it or configure another port',
    });
    for (const { server: other } of [first, second, admin]) other.close();
  }));

test('ports that are refused for different reasons are named with their reasons', () =>
  capturing(async () => {
    const { port, server: other } = await takenPort();
    const server = serverOn([loopback(0, '192.0.2.1')], loopback(port));
    await assert.rejects(server.start(), {
      code: 'KEELSON_LISTEN_FAILED',
      message:
        'Cannot listen on port 0 on 192.0.2.1: this machine has no such address; check bindHost. ' +
        `Cannot listen on port ${port} on 127.0.0.1: another process listens there; stop it or configure another port`,
    });
    other.close();
  }));

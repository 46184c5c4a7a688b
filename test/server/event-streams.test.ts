import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';

import type { Handler } from '../../src/http/handler.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import { Duration } from '../../src/values/duration.js';

function loopback(): HttpConnectorFactory {
  const connector = HttpConnectorFactory.onPort(0);
  connector.bindHost = '127.0.0.1';
  return connector;
}

test('open event streams (text/event-stream) end when the stop begins, before shutdownWaitPeriod; other replies go on', async () => {
  const order: string[] = [];
  let finish!: () => void;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const application: Handler = async ({ path, reply }) => {
    reply.setHeader('Content-Type', path === '/events' ? 'text/event-stream' : 'application/octet-stream');
    await reply.stream(
      (async function* source() {
        try {
          yield 'data: 1\n\n';
          await finished;
          yield 'the rest';
        } finally {
          order.push(`${path} closed`);
        }
      })(),
    );
  };
  const factory = new DefaultServerFactory();
  factory.applicationConnectors = [loopback()];
  factory.adminConnectors = [loopback()];
  factory.requestLog.appenders = [];
  factory.shutdownWaitPeriod = Duration.milliseconds(300);
  const server = factory.build({ name: 'test', application, admin: application, lifecycle: new Lifecycle() });
  await server.start();
  const { port } = server.applicationListeners[0]!;
  const get = async (path: string) => {
    const [response] = (await once(request({ port, host: '127.0.0.1', path, agent: false }).end(), 'response')) as [IncomingMessage];
    let text = '';
    for await (const piece of response) text += String(piece);
    order.push(`${path} ended`);
    return text;
  };
  const events = get('/events');
  const download = get('/download');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const stopped = server.stop();
  assert.equal(await events, 'data: 1\n\n');
  // While readiness is down, new requests are still served.
  assert.equal(await get('/events'), '');
  finish();
  assert.equal(await download, 'data: 1\n\nthe rest');
  await stopped;
  assert.equal(order[0], '/events ended');
  assert.equal(order.at(-1), '/download ended');
});

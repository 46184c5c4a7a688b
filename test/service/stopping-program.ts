// Started by scripts/prove-graceful-stop.mjs: a service with every kind of connector that counts what it begins and completes. Its only argument is a
// folder for its Unix socket.
import { join } from 'node:path';

import type { Handler } from '../../src/http/handler.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { stopOnSignals } from '../../src/lifecycle/shutdown-signals.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import {
  Http2ClearTextConnectorFactory,
  Http2ConnectorFactory,
  HttpsConnectorFactory,
} from '../../src/server/connectors/https-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import { fixture } from '../server/fixture-path.js';

let begun = 0;
let completed = 0;
/** Broken off as far as the service knows; the client may have got its answer all the same. */
let brokenOff = 0;

const application: Handler = async (exchange) => {
  const { path, reply } = exchange;
  begun++;
  exchange.onFinished(({ complete }) => {
    if (complete) completed++;
    else brokenOff++;
  });
  await exchange.body.bytes();
  if (path === '/events') {
    reply.setHeader('Content-Type', 'text/event-stream');
    await reply.stream(events(exchange.stopping));
  } else if (path === '/stream') await reply.stream(pieces());
  else {
    if (path === '/slow') await pause(20);
    reply.end('done');
  }
};

async function* events(stopping: AbortSignal): AsyncGenerator<string> {
  while (!stopping.aborted) {
    yield 'data: tick\n\n';
    await pause(20);
  }
}

async function* pieces(): AsyncGenerator<string> {
  for (const piece of ['d', 'o', 'n', 'e']) {
    yield piece;
    await pause(5);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function onLoopback<C extends HttpConnectorFactory>(connector: C): C {
  connector.port = 0;
  connector.bindHost = '127.0.0.1';
  if (connector instanceof HttpsConnectorFactory) connector.keyStorePath = fixture('chain-and-key.pem');
  return connector;
}

const unix = new HttpConnectorFactory();
unix.path = join(process.argv[2]!, 'stopping.sock');
const factory = new DefaultServerFactory();
factory.requestLog.appenders = [];
factory.applicationConnectors = [
  onLoopback(new HttpConnectorFactory()),
  onLoopback(new HttpsConnectorFactory()),
  onLoopback(new Http2ConnectorFactory()),
  onLoopback(new Http2ClearTextConnectorFactory()),
  unix,
];
factory.adminConnectors = [onLoopback(new HttpConnectorFactory())];

const server = factory.build({ name: 'stopping', application, admin: ({ reply }) => reply.end(), lifecycle: new Lifecycle() });
await server.start();
stopOnSignals(async () => {
  await server.stop();
  process.stdout.write(`begun ${begun} completed ${completed} broken off ${brokenOff}\n`);
});
const [http, https, h2, h2c] = server.applicationListeners.map(({ port }) => port);
process.stdout.write(`ports ${JSON.stringify({ http, https, h2, h2c, unix: unix.path })}\n`);

// Started by scripts/prove-graceful-stop.mjs: a service on a free port that counts what it begins and completes.
import type { Handler } from '../../src/http/handler.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { stopOnSignals } from '../../src/lifecycle/shutdown-signals.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';

let begun = 0;
let completed = 0;

const application: Handler = async (exchange) => {
  begun++;
  exchange.onFinished(({ complete }) => {
    if (complete) completed++;
  });
  await exchange.body.bytes();
  if (exchange.path === '/slow') await new Promise((resolve) => setTimeout(resolve, 20));
  exchange.reply.end('done');
};

const factory = new DefaultServerFactory();
factory.requestLog.appenders = [];
factory.applicationConnectors = [onLoopback()];
factory.adminConnectors = [onLoopback()];

const server = factory.build({ name: 'stopping', application, admin: ({ reply }) => reply.end(), lifecycle: new Lifecycle() });
await server.start();
stopOnSignals(async () => {
  await server.stop();
  process.stdout.write(`begun ${begun} completed ${completed}\n`);
});
process.stdout.write(`port ${server.applicationListeners[0]!.port}\n`);

function onLoopback(): HttpConnectorFactory {
  const connector = HttpConnectorFactory.onPort(0);
  connector.bindHost = '127.0.0.1';
  return connector;
}

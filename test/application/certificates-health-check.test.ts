import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Application } from '../../src/application/application.js';
import { Bootstrap } from '../../src/application/bootstrap.js';
import { Configuration } from '../../src/application/configuration.js';
import { Service } from '../../src/application/service.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { HttpsConnectorFactory } from '../../src/server/connectors/https-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';
import { Duration } from '../../src/values/duration.js';
import { fixture } from '../server/fixture-path.js';

class QuietApplication extends Application {
  override run(): void {}
}

/** What /healthcheck and /ready answer with this connector. */
async function health(connector: HttpConnectorFactory): Promise<readonly (readonly [number, string])[]> {
  const configuration = new Configuration();
  const server = new DefaultServerFactory();
  server.applicationConnectors = [connector];
  server.adminConnectors = [HttpConnectorFactory.onPort(8081)];
  server.requestLog.appenders = [];
  configuration.server = server;
  configuration.health.deadlocks.enabled = false;
  configuration.metrics.process = false;
  const engine = new InMemoryEngine();
  let found: readonly (readonly [number, string])[] = [];
  await CapturedLogs.during(async () => {
    const service = await Service.start(new Bootstrap(new QuietApplication()), configuration, { engine });
    try {
      const answers = await Promise.all(['/healthcheck', '/ready'].map((path) => engine.send(8081, { path })));
      found = answers.map(({ status, text }) => [status, text] as const);
    } finally {
      await service.stop();
    }
  });
  return found;
}

function secure(file: string, warning: Duration): HttpsConnectorFactory {
  const connector = new HttpsConnectorFactory();
  connector.keyStorePath = fixture(file);
  connector.certificateExpiryWarning = warning;
  return connector;
}

const soon = Duration.days(14);

test('an expired certificate makes the health check certificates unhealthy, and leaves readiness alone', async () => {
  const [check, ready] = await health(secure('expired.pem', soon));
  assert.equal(check![0], 500);
  assert.match(
    check![1],
    /^certificates: ERROR\n! The certificate CN=localhost of the key store \S+expired\.pem expired on 2011-01-01; renew it and run the task reload-ssl\n/,
  );
  assert.equal(ready![0], 200);
});

test('a certificate that soon expires leaves the health check certificates healthy, with a message', async () => {
  const [check, ready] = await health(secure('chain-and-key.pem', Duration.days(365 * 200)));
  assert.equal(check![0], 200);
  assert.match(
    check![1],
    /^certificates: OK\n {2}The certificate .* of the key store \S+chain-and-key\.pem expires in \d+ days, on \d{4}-\d\d-\d\d; renew it and run the task reload-ssl\n/,
  );
  assert.equal(ready![0], 200);
});

test('a good certificate is fine, and without TLS there is no such check', async () => {
  const [check] = await health(secure('chain-and-key.pem', soon));
  assert.deepEqual([check![0], check![1].trim()], [200, 'certificates: OK']);
  const [plain] = await health(HttpConnectorFactory.onPort(8080));
  assert.doesNotMatch(plain![1], /certificates/);
});

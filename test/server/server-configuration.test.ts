import assert from 'node:assert/strict';
import { test } from 'node:test';

import { JsonMapper } from '../../src/json/json-mapper.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { builtInAppenders, builtInLayouts } from '../../src/logging/built-in-appenders.js';
import { builtInConnectors, builtInServers } from '../../src/server/built-in-connectors.js';
import type { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { Http2ConnectorFactory, HttpsConnectorFactory } from '../../src/server/connectors/https-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import { ServerFactory } from '../../src/server/server-factory.js';
import { SimpleServerFactory } from '../../src/server/simple-server-factory.js';
import { Validator } from '../../src/validation/validator.js';
import { describeViolation } from '../../src/validation/violation.js';

function mapper(): JsonMapper {
  const subtypes = new Subtypes();
  for (const type of [...builtInServers, ...builtInConnectors, ...builtInAppenders, ...builtInLayouts]) subtypes.register(type);
  return new JsonMapper({ subtypes });
}

const read = (value: object): ServerFactory => mapper().read(ServerFactory, JSON.stringify(value));
const violations = (factory: ServerFactory): readonly string[] => new Validator().validate(factory).map(describeViolation);

test('without a type it is the default server with its defaults, which are valid', () => {
  const factory = read({});
  assert.ok(factory instanceof DefaultServerFactory);
  assert.deepEqual(violations(factory), []);
  assert.deepEqual(
    [factory.maxRequestBodySize.toBytes(), factory.shutdownGracePeriod.toMilliseconds(), factory.shutdownWaitPeriod.toMilliseconds()],
    [1_048_576, 30_000, 0],
  );
});

test('connectors are told apart by their type', () => {
  const factory = read({
    type: 'default',
    maxRequestBodySize: '2MiB',
    applicationConnectors: [
      { type: 'http', port: 9000, bindHost: '127.0.0.1', idleTimeout: '5 s' },
      { type: 'https', keyStorePath: 'a.p12', keyStorePassword: 'x', validateCerts: true },
      { type: 'h2', port: 9443, keyStorePath: 'a.p12' },
      { type: 'http', path: '/run/app.sock' },
    ],
  });
  assert.ok(factory instanceof DefaultServerFactory);
  const [http, https, h2, unix] = factory.applicationConnectors as HttpConnectorFactory[];
  assert.deepEqual([http!.port, http!.bindHost, http!.idleTimeout.toMilliseconds()], [9000, '127.0.0.1', 5000]);
  assert.ok(https instanceof HttpsConnectorFactory);
  assert.deepEqual([https.port, https.validateCerts], [8443, true]);
  assert.ok(h2 instanceof Http2ConnectorFactory);
  assert.equal(unix!.path, '/run/app.sock');
  assert.deepEqual(violations(factory), []);
});

test('the simple server is bound too', () => {
  const factory = read({
    type: 'simple',
    applicationContextPath: '/',
    adminContextPath: '/ops',
    connector: { port: 0 },
    requestLog: { appenders: [] },
    gzip: { enabled: false },
  });
  assert.ok(factory instanceof SimpleServerFactory);
  assert.deepEqual([(factory.connector as HttpConnectorFactory).port, factory.requestLog.appenders, factory.gzip.enabled], [0, [], false]);
  assert.deepEqual(violations(factory), []);
});

test('mistakes are named', () => {
  const factory = read({
    applicationConnectors: [{ type: 'https' }, { type: 'http', port: 70_000 }],
    adminConnectors: [],
    gzip: { compressionLevel: 12 },
    requestId: { header: 'X Request: Id' },
  });
  assert.deepEqual([...violations(factory)].sort(), [
    'adminConnectors may not be empty',
    'applicationConnectors[0].keyStorePath may not be empty',
    'applicationConnectors[1].port must be between 1 and 65535',
    'gzip.compressionLevel must be less than or equal to 9',
    "requestId.header must be the name of a header: letters, digits and !#$%&'*+-.^_`|~ only",
  ]);
});

test('a key store password is a secret', () => {
  const connector = new HttpsConnectorFactory();
  connector.keyStorePath = 'a.p12';
  connector.keyStorePassword = 'hunter2';
  assert.doesNotMatch(mapper().write(connector, { secrets: 'masked' }), /hunter2/);
});

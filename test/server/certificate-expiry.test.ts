import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import type { Handler } from '../../src/http/handler.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { HttpsConnectorFactory } from '../../src/server/connectors/https-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import { expiryOf, firstToExpire } from '../../src/server/tls/served-certificate.js';
import { Duration } from '../../src/values/duration.js';
import { capturing } from '../resources/captured.js';
import { fixture } from './fixture-path.js';

const hello: Handler = ({ reply }) => reply.end('hello');

/** An https connector with that key store, which warns at that time before the end. */
function secure(file: string, password?: string, warning = Duration.days(14)): HttpsConnectorFactory {
  const connector = new HttpsConnectorFactory();
  connector.port = 0;
  connector.bindHost = '127.0.0.1';
  connector.keyStorePath = fixture(file);
  connector.keyStorePassword = password;
  connector.certificateExpiryWarning = warning;
  return connector;
}

function serverWith(connector: HttpConnectorFactory) {
  const factory = new DefaultServerFactory();
  const admin = HttpConnectorFactory.onPort(0);
  admin.bindHost = '127.0.0.1';
  factory.applicationConnectors = [connector];
  factory.adminConnectors = [admin];
  factory.requestLog.appenders = [];
  return factory.build({ name: 'test', application: hello, admin: hello, lifecycle: new Lifecycle() });
}

const expired = (file: string) =>
  `The certificate CN=localhost of the key store ${fixture(file)} expired on 2011-01-01; renew it and run the task reload-ssl`;

for (const [file, password] of [['expired.pem'], ['expired.p12', 'secret']] as const) {
  test(`certificates that run out unnoticed: an expired certificate in ${file} is logged as WARN at the start`, () =>
    capturing(async (lines) => {
      const server = serverWith(secure(file, password));
      await server.start();
      await server.stop();
      assert.equal(lines.messages.filter((message) => message === expired(file)).length, 1, lines.text);
    }));
}

test('reload-ssl logs a certificate that expires soon or has expired, and nothing of a good one', () =>
  capturing(async (lines) => {
    const connector = secure('chain-and-key.pem');
    const server = serverWith(connector);
    await server.start();
    await server.reloadCertificates();
    assert.ok(!lines.text.includes('reload-ssl'), lines.text);
    connector.keyStorePath = fixture('expired.pem');
    await server.reloadCertificates();
    assert.ok(lines.messages.includes(expired('expired.pem')), lines.text);
    assert.deepEqual(
      server.certificates.map(({ subject, validTo }) => [subject, validTo.toISOString()]),
      [['CN=localhost', '2011-01-01T00:00:00.000Z']],
    );
    await server.stop();
  }));

test('a server without TLS has no certificates', () => {
  const connector = HttpConnectorFactory.onPort(0);
  assert.deepEqual([serverWith(connector).usesTls, serverWith(connector).certificates], [false, []]);
  assert.equal(serverWith(secure('chain-and-key.pem')).usesTls, true);
});

test('a certificate counts as expiring soon from the configured time on, and as expired from its last moment on', () => {
  const chain = [new X509Certificate(readFileSync(fixture('expired.pem')))];
  const certificate = firstToExpire('service.pem', chain, Duration.days(14))!;
  const what = 'The certificate CN=localhost of the key store service.pem';
  const fix = 'renew it and run the task reload-ssl';
  const at = (time: string) => expiryOf(certificate, new Date(time));
  assert.deepEqual(at('2010-12-17T23:59:59Z'), { state: 'fine' });
  assert.deepEqual(at('2010-12-18T00:00:00Z'), { state: 'soon', message: `${what} expires in 14 days, on 2011-01-01; ${fix}` });
  assert.deepEqual(at('2010-12-30T12:00:00Z'), { state: 'soon', message: `${what} expires in 1 day, on 2011-01-01; ${fix}` });
  assert.deepEqual(at('2010-12-31T12:00:00Z'), { state: 'soon', message: `${what} expires in less than a day, on 2011-01-01; ${fix}` });
  assert.deepEqual(at('2011-01-01T00:00:00Z'), { state: 'expired', message: `${what} expired on 2011-01-01; ${fix}` });
});

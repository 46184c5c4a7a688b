import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect as connectSession } from 'node:http2';
import { request } from 'node:https';
import { describe, test } from 'node:test';
import { connect } from 'node:tls';

import { Context, GET, Path, Produces, RequestContext } from 'keelson';

import type { Handler } from '../../src/http/handler.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { HttpConnectorFactory } from '../../src/server/connectors/http-connector-factory.js';
import { Http2ConnectorFactory, HttpsConnectorFactory } from '../../src/server/connectors/https-connector-factory.js';
import { DefaultServerFactory } from '../../src/server/default-server-factory.js';
import { Validator } from '../../src/validation/validator.js';
import { serve } from '../resources/serving.js';
import { fixture } from './fixture-path.js';

@Path('/who')
@Produces('text/plain')
class WhoResource {
  @GET who(@Context request: RequestContext): string {
    return request.clientCertificate?.subject ?? 'nobody';
  }
}

async function serving(
  connector: HttpsConnectorFactory,
  use: (port: number) => Promise<void>,
  handler: Handler = serve(new WhoResource()).handler,
) {
  connector.port = 0;
  connector.bindHost = '127.0.0.1';
  connector.keyStorePath = fixture('chain-and-key.pem');
  const admin = HttpConnectorFactory.onPort(0);
  admin.bindHost = '127.0.0.1';
  const factory = new DefaultServerFactory();
  factory.applicationConnectors = [connector];
  factory.adminConnectors = [admin];
  factory.requestLog.appenders = [];
  const server = factory.build({ name: 'test', application: handler, admin: handler, lifecycle: new Lifecycle() });
  await server.start();
  try {
    await use(server.applicationListeners[0]!.port);
  } finally {
    await server.stop();
  }
}

/** What the service answers to a client with that certificate, or "refused". */
function ask(port: number, certificate: string | undefined): Promise<string> {
  const pem = certificate === undefined ? undefined : readFileSync(fixture(certificate), 'utf8');
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: '/who',
        agent: false,
        rejectUnauthorized: false,
        ...(pem === undefined ? {} : { cert: pem, key: pem }),
      },
      (response: IncomingMessage) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve(text));
      },
    );
    sent.on('error', () => resolve('refused'));
    sent.end();
  });
}

async function askOverHttp2(port: number, certificate: string | undefined): Promise<string> {
  const pem = certificate === undefined ? undefined : readFileSync(fixture(certificate), 'utf8');
  const socket = connect({
    host: '127.0.0.1',
    port,
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
    ...(pem === undefined ? {} : { cert: pem, key: pem }),
  });
  const session = connectSession('https://127.0.0.1', { createConnection: () => socket });
  const refused = new Promise<string>((resolve) => {
    session.on('error', () => resolve('refused'));
    session.on('close', () => resolve('refused'));
  });
  const answered = (async () => {
    let text = '';
    const stream = session.request({ ':path': '/who' });
    stream.on('error', () => undefined);
    for await (const piece of stream) text += String(piece);
    return text;
  })().catch(() => 'refused');
  const answer = await Promise.race([refused, answered]);
  session.destroy();
  socket.destroy();
  return answer;
}

const kinds = [
  { name: 'https', make: () => new HttpsConnectorFactory(), send: ask },
  { name: 'h2', make: () => new Http2ConnectorFactory(), send: askOverHttp2 },
  { name: 'HTTP/1.1 on h2', make: () => new Http2ConnectorFactory(), send: ask },
];

describe('client certificates', () => {
  for (const { name, make, send } of kinds) {
    test(`${name}: a client certificate that nobody vouches for: wantClientAuth takes clients without a certificate, shows a good one to the application and refuses a bad one`, () => {
      const connector = make();
      connector.wantClientAuth = true;
      connector.trustStorePath = fixture('client-root.pem');
      return serving(connector, async (port) => {
        assert.equal(await send(port, undefined), 'nobody');
        assert.equal(await send(port, 'client.pem'), 'CN=billing');
        assert.equal(await send(port, 'stranger.pem'), 'refused');
        assert.equal(await send(port, 'client.pem'), 'CN=billing');
      });
    });

    test(`${name}: needClientAuth refuses clients without a certificate, and those with a bad one`, () => {
      const connector = make();
      connector.needClientAuth = true;
      connector.trustStorePath = fixture('client-root.pem');
      return serving(connector, async (port) => {
        assert.equal(await send(port, undefined), 'refused');
        assert.equal(await send(port, 'stranger.pem'), 'refused');
        assert.equal(await send(port, 'client.pem'), 'CN=billing');
      });
    });
  }

  test('without a trust store no certificate is vouched for', () => {
    const connector = new HttpsConnectorFactory();
    connector.wantClientAuth = true;
    return serving(connector, async (port) => {
      assert.equal(await ask(port, undefined), 'nobody');
      assert.equal(await ask(port, 'client.pem'), 'refused');
    });
  });

  test('a certificate that was not asked for is not looked at', () =>
    serving(new HttpsConnectorFactory(), async (port) => assert.equal(await ask(port, 'stranger.pem'), 'nobody')));

  test('needClientAuth without trustStorePath is refused by validation', () => {
    const connector = new HttpsConnectorFactory();
    connector.keyStorePath = fixture('chain-and-key.pem');
    connector.needClientAuth = true;
    assert.deepEqual(
      new Validator().validate(connector).map(({ message }) => message),
      [
        'needClientAuth needs trustStorePath: name a PEM file with the certificates of the authorities that client certificates must come from',
      ],
    );
  });
});

test('TLS 1.2 is offered with authenticated encryption only, unless other suites are configured', async () => {
  const agreed = (port: number, ciphers: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2', ciphers }, () => {
        resolve(socket.getCipher().name);
        socket.destroy();
      });
      socket.on('error', () => resolve('refused'));
    });
  await serving(new HttpsConnectorFactory(), async (port) => {
    assert.equal(await agreed(port, 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256'), 'ECDHE-ECDSA-AES128-GCM-SHA256');
    assert.equal(await agreed(port, 'ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES128-CCM8'), 'refused');
  });
  const old = new HttpsConnectorFactory();
  old.supportedCipherSuites = ['ECDHE-ECDSA-AES256-SHA384'];
  await serving(old, async (port) => assert.equal(await agreed(port, 'ECDHE-ECDSA-AES256-SHA384'), 'ECDHE-ECDSA-AES256-SHA384'));
});

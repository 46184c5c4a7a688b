import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { test } from 'node:test';

import { defaultLimits } from '../../src/server/engines/engine.js';
import { NodeHttpEngine } from '../../src/server/engines/node-http-engine.js';
import { NodeHttp2Engine } from '../../src/server/engines/node-http2-engine.js';
import { fixture } from '../server/fixture-path.js';
import { engineContract } from './engine-contract.js';
import { socketClient } from './socket-client.js';

const pem = readFileSync(fixture('chain-and-key.pem'), 'utf8');
const tls = { cert: pem, key: pem };

engineContract(() => Object.assign(new NodeHttpEngine(), { name: 'node over TLS' }), socketClient, { tls });

test('HTTP/2 and HTTP/1.1 clients are served on one port', async () => {
  const listener = await new NodeHttp2Engine().listen(
    { address: { kind: 'port', port: 0, host: '127.0.0.1' }, limits: defaultLimits, trustedProxies: 0, onFailure: () => undefined, tls },
    ({ httpVersion, secure, headers, reply }) => reply.end(`${httpVersion} ${secure} ${headers.get('x-a')}`),
  );
  const session = connect(`https://127.0.0.1:${listener.port}`, { rejectUnauthorized: false });
  const stream = session.request({ ':path': '/', 'x-a': 'b' });
  let text = '';
  for await (const piece of stream) text += String(piece);
  assert.equal(text, '2.0 true b');
  const [response] = (await once(
    request({ host: '127.0.0.1', port: listener.port, rejectUnauthorized: false, agent: false, headers: { 'x-a': 'b' } }).end(),
    'response',
  )) as [IncomingMessage];
  text = '';
  for await (const piece of response) text += String(piece);
  assert.equal(text, '1.1 true b');
  await listener.stopAccepting();
  assert.deepEqual(await listener.drain(new AbortController().signal), { cutOff: 0 });
});

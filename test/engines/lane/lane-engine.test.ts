import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { Server } from 'node:http';
import { test } from 'node:test';

import { defaultLimits } from '../../../src/server/engines/engine.js';
import { LaneEngine } from '../../../src/server/engines/lane/lane-engine.js';
import { fixture } from '../../server/fixture-path.js';
import { engineContract } from '../engine-contract.js';
import { socketClient } from '../socket-client.js';

const pem = readFileSync(fixture('chain-and-key.pem'), 'utf8');

engineContract(() => new LaneEngine(), socketClient);
engineContract(() => Object.assign(new LaneEngine(), { name: 'lane over TLS' }), socketClient, { tls: { cert: pem, key: pem } });

/** Answers whether requests reach the handler through the lane: only node's own exchanges have node's objects behind them. */
async function readsInTheLane(): Promise<boolean> {
  const listener = await new LaneEngine().listen(
    { address: { kind: 'port', port: 0, host: '127.0.0.1' }, limits: defaultLimits, trustedProxies: 0, onFailure: () => undefined },
    ({ native, reply }) => reply.end(native === undefined ? 'lane' : 'node'),
  );
  const answer = await fetch(listener.url, { headers: { connection: 'close' } });
  const text = await answer.text();
  await listener.stopAccepting();
  await listener.drain(new AbortController().signal);
  return text === 'lane';
}

test('ordinary requests are read in the lane', async () => {
  assert.equal(await readsInTheLane(), true);
});

test("where something subscribes to Node's HTTP diagnostics channels, requests are read by Node's server", async () => {
  const seen: unknown[] = [];
  const listener = (message: unknown) => seen.push(message);
  subscribe('http.server.request.start', listener);
  try {
    assert.equal(await readsInTheLane(), false);
    assert.equal(seen.length, 1);
  } finally {
    unsubscribe('http.server.request.start', listener);
  }
});

test("where something has patched Node's http module, requests are read by Node's server", async () => {
  const { prototype } = Server;
  Object.defineProperty(prototype, 'emit', {
    configurable: true,
    value(this: Server, event: string, ...args: unknown[]) {
      return EventEmitter.prototype.emit.call(this, event, ...args);
    },
  });
  try {
    assert.equal(await readsInTheLane(), false);
  } finally {
    Reflect.deleteProperty(prototype, 'emit');
  }
  assert.equal(await readsInTheLane(), true);
});

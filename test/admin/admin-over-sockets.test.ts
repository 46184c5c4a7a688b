import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { AdminRegistry } from '../../src/admin/admin-registry.js';
import { AssetFolder } from '../../src/assets/asset-folder.js';
import { assetHandler } from '../../src/assets/asset-handler.js';
import { HealthCheckRegistry } from '../../src/health/health-check-registry.js';
import type { Handler } from '../../src/http/handler.js';
import { MetricRegistry } from '../../src/metrics/metric-registry.js';
import { defaultLimits } from '../../src/server/engines/engine.js';
import { NodeHttpEngine } from '../../src/server/engines/node-http-engine.js';

test('a task’s lines cross a real connection one by one', async () => {
  const registry = new AdminRegistry({ health: new HealthCheckRegistry(), metrics: new MetricRegistry() });
  let goOn = (): void => {};
  registry.addTask('slow', async (_parameters, output) => {
    output.println('first');
    await output.flush();
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    output.println('second');
  });
  await serving(registry.handler(), async (port) => {
    const answer = await ask(port, 'POST', '/tasks/slow');
    const pieces = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    assert.equal(String((await pieces.next()).value), 'first\n');
    goOn();
    assert.equal(String((await pieces.next()).value), 'second\n');
    assert.equal((await pieces.next()).done, true);
  });
});

test('a large asset crosses a real connection whole, in part, and as a head', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-sockets-'));
  const content = Buffer.alloc(3_000_000, 'abcdefg');
  writeFileSync(join(folder, 'large.bin'), content);
  try {
    await serving(assetHandler(new AssetFolder(folder)), async (port) => {
      const whole = await ask(port, 'GET', '/large.bin');
      assert.deepEqual([whole.statusCode, whole.headers['content-length']], [200, '3000000']);
      assert.ok((await bodyOf(whole)).equals(content));

      const part = await ask(port, 'GET', '/large.bin', { Range: 'bytes=2000000-' });
      assert.deepEqual([part.statusCode, part.headers['content-length']], [206, '1000000']);
      assert.ok((await bodyOf(part)).equals(content.subarray(2_000_000)));

      const head = await ask(port, 'HEAD', '/large.bin');
      assert.deepEqual([head.statusCode, head.headers['content-length'], (await bodyOf(head)).length], [200, '3000000', 0]);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function serving(handler: Handler, use: (port: number) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  const listener = await new NodeHttpEngine().listen(
    {
      address: { kind: 'port', port: 0, host: '127.0.0.1' },
      limits: defaultLimits,
      trustedProxies: 0,
      onFailure: (exchange, thrown) => {
        failures.push(thrown);
        exchange.reply.abort();
      },
    },
    handler,
  );
  try {
    await use(listener.port);
  } finally {
    await listener.stopAccepting();
    await listener.drain(AbortSignal.timeout(1000));
  }
  assert.deepEqual(failures, []);
}

function ask(port: number, method: string, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, headers, agent: false }, resolve).on('error', reject).end();
  });
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of answer as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

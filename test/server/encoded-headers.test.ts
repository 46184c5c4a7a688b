import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Handler } from '../../src/http/handler.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import { gzipReplies } from '../../src/server/handlers/gzip-handler.js';

const handler: Handler = (exchange) => {
  const { path, reply } = exchange;
  reply.setHeader('ETag', '"v1"');
  if (path !== '/untyped') reply.setHeader('Content-Type', path === '/image' ? 'image/png' : 'application/json');
  if (exchange.headers.get('if-none-match') !== undefined) {
    reply.status = 304;
    return reply.end();
  }
  reply.setHeader('Content-Length', '600');
  return path === '/whole' ? reply.end('x'.repeat(600)) : reply.stream(['x'.repeat(300), 'y'.repeat(300)]);
};

const compressing = gzipReplies({ minimumSize: 256, methods: ['GET'], mediaTypes: ['application/json'], level: 6 })(handler);

async function headersOf(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const answer = await new InMemoryEngine().answer(compressing, { method, path, headers });
  return Object.fromEntries([...answer.headers.entries()].map(([name, value]) => [name.toLowerCase(), value]));
}

for (const path of ['/whole', '/stream', '/image']) {
  for (const accepted of ['gzip', 'identity']) {
    test(`HEAD of ${path} has the headers of GET for a client that takes ${accepted}`, async () => {
      const headers = { 'Accept-Encoding': accepted };
      assert.deepEqual(await headersOf('HEAD', path, headers), await headersOf('GET', path, headers));
    });

    test(`304 of ${path} has the ETag and the Vary of the 200 for a client that takes ${accepted}`, async () => {
      const headers = { 'Accept-Encoding': accepted };
      const { etag, vary } = await headersOf('GET', path, headers);
      const unchanged = await headersOf('GET', path, { ...headers, 'If-None-Match': '"v1"' });
      assert.deepEqual([unchanged['etag'], unchanged['vary'], unchanged['content-encoding']], [etag, vary, undefined]);
    });
  }
}

test('304 without a type is taken for one whose content would have been compressed', async () => {
  const { etag, vary } = await headersOf('GET', '/untyped', { 'Accept-Encoding': 'gzip', 'If-None-Match': 'W/"v1"' });
  assert.deepEqual([etag, vary], ['W/"v1"', 'Accept-Encoding']);
});

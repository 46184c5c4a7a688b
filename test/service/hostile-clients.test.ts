import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { Context, GET, POST, Path, Produces } from 'keelson';

import { allResources, components } from '../../examples/conformance/resources/all-resources.js';
import { defaultLimits } from '../../src/server/engines/engine.js';
import type { Listener } from '../../src/server/engines/engine.js';
import { NodeHttpEngine } from '../../src/server/engines/node-http-engine.js';
import { answerFailure } from '../../src/server/handlers/last-resort.js';
import { capturing, until } from '../resources/captured.js';
import { registryOf } from '../resources/serving.js';

@Path('/wait')
class WaitingResource {
  readonly seen: string[] = [];

  @GET async wait(@Context signal: AbortSignal): Promise<string> {
    this.seen.push('waiting');
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    this.seen.push('aborted');
    return 'nobody reads this';
  }

  @GET @Path('/passed-on') async passedOn(@Context signal: AbortSignal): Promise<string> {
    this.seen.push('waiting');
    try {
      return await sleep(60_000, 'late', { signal });
    } finally {
      this.seen.push('aborted');
    }
  }

  @GET @Path('/stream') @Produces('text/plain') async *stream(): AsyncGenerator<string> {
    try {
      for (;;) yield 'x'.repeat(65_536);
    } finally {
      this.seen.push('closed');
    }
  }

  @POST @Path('/bytes') bytes(bytes: Uint8Array): number {
    return bytes.length;
  }
}

interface Served {
  readonly port: number;
  readonly waiting: WaitingResource;
}

/** Serves over a socket with short limits, and proves that no connection is left at the end. */
async function serving(work: (served: Served) => Promise<void>): Promise<void> {
  await capturing(async (lines) => {
    const waiting = new WaitingResource();
    const listener: Listener = await new NodeHttpEngine().listen(
      {
        address: { kind: 'port', port: 0, host: '127.0.0.1' },
        limits: { ...defaultLimits, requestTimeout: 500, headerTimeout: 500, maxRequestBodySize: 100_000 },
        trustedProxies: 0,
        onFailure: answerFailure,
      },
      registryOf(...allResources, ...Object.values(components).flat(), waiting).compile({}),
    );
    try {
      await work({ port: listener.port, waiting });
    } finally {
      await listener.stopAccepting();
      const { cutOff } = await listener.drain(AbortSignal.timeout(2_000));
      assert.equal(cutOff, 0, 'exchanges were left open');
    }
    assert.equal(lines.text.includes('ERROR'), false, lines.text);
  });
}

/** Everything that comes back until the server closes the connection. */
function answerTo(port: number, ...parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket: Socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (piece) => (text += piece.toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve(text) : reject(error)));
    socket.on('close', () => resolve(text));
  });
}

const head = (path: string, ...lines: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n');
const json = 'Content-Type: application/json';

test('a body that never comes ends with 408 or a closed connection', { timeout: 20_000 }, async () => {
  await serving(async ({ port }) => {
    const text = await answerTo(port, head('/bodies/person', json, 'Content-Length: 100'), '{"name"');
    assert.match(text, /^$|^HTTP\/1\.1 408 /);
  });
});

test('a client that leaves in the middle of its body leaves nothing behind', async () => {
  await serving(async ({ port }) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(head('/bodies/person', json, 'Content-Length: 100'));
    socket.write('{"name"');
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
  });
});

test('a body longer than announced is answered without the surplus, or refused as no HTTP', async () => {
  await serving(async ({ port }) => {
    const text = await answerTo(port, head('/bodies/person', json, 'Content-Length: 14'), '{"name":"Ada"}garbage');
    assert.match(text, /^HTTP\/1\.1 (?:200 OK\r\n[^]*"name":"Ada"|400 )/);
  });
});

test('a body beyond the limit is 413, announced or not', async () => {
  await serving(async ({ port }) => {
    assert.match(await answerTo(port, head('/bodies/person', json, 'Content-Length: 100001'), 'x'.repeat(100_001)), /^HTTP\/1\.1 413 /);
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const chunked = head('/bodies/person', json, 'Transfer-Encoding: chunked');
    assert.match(await answerTo(port, chunked, chunk.repeat(10), '0\r\n\r\n'), /^HTTP\/1\.1 413 /);
  });
});

test('JSON that is nested without end is answered with 400', async () => {
  await serving(async ({ port }) => {
    for (const body of ['['.repeat(50_000), '{"a":'.repeat(15_000), `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`]) {
      assert.match(
        await answerTo(port, head('/bodies/person', json, `Content-Length: ${body.length}`), body),
        /^HTTP\/1\.1 400 [^]*Unable to process JSON/,
      );
    }
  });
});

test('ten thousand query parameters are refused by the limit on headers', async () => {
  await serving(async ({ port }) => {
    const query = Array.from({ length: 10_000 }, (_, index) => `p${index}=1`).join('&');
    assert.match(await answerTo(port, `GET /params/first?${query} HTTP/1.1\r\nHost: x\r\n\r\n`), /^HTTP\/1\.1 431 /);
  });
});

for (const path of ['/wait', '/wait/passed-on']) {
  test(`a client that goes away aborts the signal of its request to ${path}, and that is no error`, async () => {
    await serving(async ({ port, waiting }) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await until(() => waiting.seen.includes('waiting'));
      socket.destroy();
      await until(() => waiting.seen.includes('aborted'));
    });
  });
}

test('a client that stops reading holds up the stream, and closes it by leaving', async () => {
  await serving(async ({ port, waiting }) => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /wait/stream HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(waiting.seen, []);
    socket.destroy();
    await until(() => waiting.seen.includes('closed'));
  });
});

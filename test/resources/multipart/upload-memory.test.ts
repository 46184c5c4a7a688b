import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { SocketClient, TemporaryFolder } from 'keelson/testing';

import { boundary, formOf, multipartType } from './form.js';

interface Told {
  readonly port: number;
  readonly grown: number;
}

/** More by hand: KEELSON_UPLOAD_MEGABYTES=500. */
const megabytes = Number(process.env['KEELSON_UPLOAD_MEGABYTES'] ?? 100);

test('a large upload is written to the disk as it arrives, and costs less than 40 MB of memory', async () => {
  using folder = new TemporaryFolder();
  // Node by itself leaves about 50 MB of received buffers to the collector. With a small young generation it collects them sooner, and what grows is ours.
  const service = fork(fileURLToPath(new URL('./upload-program.js', import.meta.url)), {
    execArgv: ['--max-semi-space-size=2'],
    // It is killed when its answer is here, perhaps before it has deleted the file.
    env: { ...process.env, TMPDIR: folder.path },
  });
  const ask = async (what: 'begin' | 'end'): Promise<Told> => {
    service.send(what);
    return ((await once(service, 'message')) as [Told])[0];
  };
  try {
    const { port } = await ask('begin');
    const client = new SocketClient(`http://127.0.0.1:${port}`);
    // The first request loads what all others need.
    await client.post('/upload', formOf({ name: 'file', fileName: 'small', content: Buffer.alloc(1_000_000) }), multipartType);
    await ask('begin');
    const answer = await client.request({ method: 'POST', path: '/upload', headers: multipartType, body: large(), limit: '5 minutes' });
    assert.equal(answer.text, String(megabytes * 1024 * 1024));
    const { grown } = await ask('end');
    assert.ok(grown < 40 * 1024 * 1024, `the memory has grown by ${Math.round(grown / 1024 / 1024)} MB`);
    client.close();
  } finally {
    service.kill();
    await once(service, 'exit');
  }
});

async function* large(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large"\r\n\r\n`);
  const piece = Buffer.alloc(64 * 1024, 'x');
  for (let i = 0; i < megabytes * 16; i++) {
    yield piece;
    // The client must not fill its own memory: it shares the machine.
    await new Promise((resolve) => setImmediate(resolve));
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

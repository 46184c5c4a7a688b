import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { defaultLimits } from '../../../src/server/engines/engine.js';
import { LaneEngine } from '../../../src/server/engines/lane/lane-engine.js';

test('behind nginx every request is answered with its own body, whether it stays in the lane or not', async (t) => {
  if (spawnSync('nginx', ['-v']).error !== undefined) {
    t.diagnostic('NOT CHECKED: nginx is missing; install Debian\'s package "nginx"');
    return;
  }
  const engines = new Set<string>();
  const listener = await new LaneEngine().listen(
    { address: { kind: 'port', port: 0, host: '127.0.0.1' }, limits: defaultLimits, trustedProxies: 0, onFailure: () => undefined },
    async ({ native, method, path, body, reply }) => {
      const content = Buffer.from(await body.bytes()).toString();
      engines.add(native === undefined ? 'lane' : 'node');
      reply.end(`${method} ${path} ${content}`);
    },
  );
  const port = await freePort();
  const nginx = await startNginx(port, listener.port);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  try {
    const answers = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        // Some bodies are longer than the lane takes, and some come without a length, which nginx buffers and announces.
        const content = index % 3 === 0 ? '' : `${index}-`.repeat(index % 50 === 1 ? 20_000 : 3);
        return [await ask(agent, port, `/${index}`, content, index % 2 === 0), `${content === '' ? 'GET' : 'POST'} /${index} ${content}`];
      }),
    );
    for (const [answer, expected] of answers) assert.equal(answer, expected);
    assert.deepEqual([...engines].toSorted(), ['lane', 'node']);
  } finally {
    agent.destroy();
    await nginx.stop();
    await listener.stopAccepting();
    await listener.drain(AbortSignal.timeout(5_000));
  }
});

async function ask(agent: Agent, port: number, path: string, content: string, announced: boolean): Promise<string> {
  const headers = content === '' || !announced ? {} : { 'Content-Length': Buffer.byteLength(content) };
  const sent = request({ agent, port, host: '127.0.0.1', path, method: content === '' ? 'GET' : 'POST', headers });
  sent.end(content === '' ? undefined : content);
  const [response] = (await once(sent, 'response')) as [AsyncIterable<Buffer>];
  let text = '';
  for await (const piece of response) text += piece.toString();
  return text;
}

async function startNginx(port: number, upstream: number): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-nginx-'));
  mkdirSync(join(folder, 'temp'));
  const configuration = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/temp;`);
  writeFileSync(
    configuration,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events { worker_connections 256; }
     http { access_log off; ${temporary.join(' ')}
       upstream service { server 127.0.0.1:${upstream}; keepalive 8; }
       server { listen 127.0.0.1:${port}; location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; } } }`,
  );
  const nginx = spawn('nginx', ['-e', join(folder, 'error.log'), '-c', configuration], { stdio: 'ignore' });
  for (let tries = 0; tries < 200; tries++) {
    const answered = await fetch(`http://127.0.0.1:${port}/ready`).then(
      () => true,
      () => false,
    );
    if (answered) break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    async stop() {
      nginx.kill('SIGTERM');
      if (nginx.exitCode === null) await once(nginx, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

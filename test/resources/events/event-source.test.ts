import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';

import { GET, HeaderParam, JsonMapper, Path, Produces } from 'keelson';
import type { ServerEvent, Topic } from 'keelson';
import { TopicRegistry } from 'keelson/resources';
import { SocketClient, TemporaryFolder } from 'keelson/testing';

import type { Handler } from '../../../src/http/handler.js';
import { emptyPage, inChromium, onFreePort } from '../../browser/chromium.js';
import { serve } from '../serving.js';

@Path('/events')
class EventResource {
  constructor(private readonly topic: Topic<number>) {}

  @GET
  @Produces('text/event-stream')
  events(@HeaderParam('Last-Event-ID') last?: string): AsyncIterable<ServerEvent<number>> {
    return this.topic.subscribe({ after: last });
  }
}

function newTopic(): Topic<number> {
  return new TopicRegistry(new JsonMapper()).create('numbers', Number, { keep: 100 });
}

async function subscribed(topic: Topic<number>): Promise<void> {
  while (topic.subscribers === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("Chromium's EventSource reconnects after its connection was cut, and misses nothing", async (t) => {
  await inChromium(t, async (browser) => {
    const topic = newTopic();
    const events = serve(new EventResource(topic)).handler;
    let cut: () => void = () => undefined;
    const handler: Handler = (exchange) => {
      if (exchange.path !== '/events') return emptyPage(exchange);
      cut = () => exchange.reply.abort();
      return events(exchange);
    };
    await onFreePort(handler, async (port) => {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      const received = page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const seen: string[] = [];
            const source = new EventSource('/events');
            source.addEventListener('message', ({ data }) => {
              seen.push(String(data));
              if (data !== '6') return;
              source.close();
              resolve(seen);
            });
          }),
      );
      await subscribed(topic);
      for (const n of [1, 2, 3]) topic.publish(n);
      // The first events are on their way before the connection is cut.
      await new Promise((resolve) => setTimeout(resolve, 200));
      cut();
      while (topic.subscribers > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const n of [4, 5]) topic.publish(n);
      await subscribed(topic);
      topic.publish(6);
      assert.deepEqual(await received, ['1', '2', '3', '4', '5', '6']);
    });
  });
});

test('nginx, buffering as it does by default, passes each event on at once', async (t) => {
  const topic = newTopic();
  await onFreePort(serve(new EventResource(topic)).handler, async (port) => {
    using folder = new TemporaryFolder();
    const front = await freePort();
    writeFileSync(join(folder.path, 'nginx.conf'), nginxConfiguration(folder.path, front, port));
    const nginx = spawn('nginx', ['-p', folder.path, '-c', join(folder.path, 'nginx.conf'), '-e', 'stderr'], { stdio: 'ignore' });
    const exit = once(nginx, 'exit').catch(() => undefined);
    try {
      await once(nginx, 'spawn');
    } catch {
      t.diagnostic('NOT CHECKED: nginx is missing; install Debian\'s package "nginx-light"');
      return;
    }
    try {
      await listening(front);
      const client = new SocketClient(`http://127.0.0.1:${front}`);
      using events = await client.events('/events');
      await subscribed(topic);
      for (const n of [1, 2]) {
        topic.publish(n);
        // Nothing is published after it: a proxy that waits for more would wait for ever.
        assert.equal((await events.next()).data, String(n));
      }
    } finally {
      nginx.kill('SIGTERM');
      await exit;
    }
  });
});

function nginxConfiguration(folder: string, front: number, back: number): string {
  return `daemon off; pid ${folder}/pid; worker_processes 1; error_log stderr;
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${front}; location / { proxy_pass http://127.0.0.1:${back}; } }
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const answers = await fetch(`http://127.0.0.1:${port}/none`).then(
      ({ status }) => status === 404,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

import type { Handler } from '../../src/http/handler.js';
import { defaultLimits } from '../../src/server/engines/engine.js';
import { NodeHttp2Engine } from '../../src/server/engines/node-http2-engine.js';
import { answerFailure } from '../../src/server/handlers/last-resort.js';
import type { Door } from './raw-connection.js';
import { http1Doors, listening } from './raw-connection.js';

const run = promisify(execFile);
const limits = { ...defaultLimits, headerTimeout: 1_000, requestTimeout: 1_500, idleTimeout: 1_000, writeTimeout: 1_000 };

/** Runs an attack with twenty connections for thirty seconds at most, and resolves with the reason why it ended. */
async function attack({ tls }: Door, port: number, mode: readonly string[], signal?: AbortSignal): Promise<string | undefined> {
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/`;
  const { stdout } = await run('slowhttptest', [...mode, '-c', '20', '-r', '20', '-i', '1', '-l', '30', '-p', '5', '-u', url], { signal });
  return /Exit status:(.*?)\s*$/m.exec(stdout.replace(/\u001b\[[\d;]*[A-Za-z]/g, ''))?.[1]?.trim();
}

async function isMissing(t: TestContext): Promise<boolean> {
  try {
    await run('slowhttptest', ['-h']);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') return false;
    t.diagnostic('NOT CHECKED: slowhttptest is missing; install Debian\'s package "slowhttptest"');
    return true;
  }
  return false;
}

test('slowhttptest with slow headers or bodies has no connection left, on every kind of connector', { timeout: 120_000 }, async (t) => {
  if (await isMissing(t)) return;
  const handler: Handler = async ({ body, reply }) => reply.end(await body.bytes());
  const doors: readonly Door[] = [...http1Doors, { name: 'h2c', engine: new NodeHttp2Engine() }];
  await Promise.all(
    doors.map((door) =>
      listening(
        door,
        handler,
        async ({ port }) => {
          const endings = await Promise.all([attack(door, port, ['-H']), attack(door, port, ['-B'])]);
          assert.deepEqual(endings, ['No open connections left', 'No open connections left'], door.name);
        },
        { limits, onFailure: answerFailure },
      ),
    ),
  );
});

test(
  'slowhttptest that does not read its replies is cut off while it still waits, on every kind of connector',
  { timeout: 120_000 },
  async (t) => {
    if (await isMissing(t)) return;
    const large = Buffer.alloc(8_000_000);
    const cutsOff = (door: Door): Promise<void> => {
      const exchanges = { begun: 0, cutOff: 0 };
      return listening(
        door,
        (exchange) => {
          exchanges.begun++;
          exchange.onFinished(({ complete }) => (exchanges.cutOff += complete ? 0 : 1));
          exchange.reply.end(large);
        },
        async ({ port }) => {
          // It reads once in a minute, so that it does not notice either; what ends while it runs is ended by the server.
          const enough = new AbortController();
          const attacking = attack(door, port, ['-X', '-n', '60', '-w', '256', '-y', '512'], enough.signal);
          const over = attacking.then(
            () => 'over',
            () => 'stopped',
          );
          while (exchanges.begun < 5 || exchanges.cutOff < exchanges.begun) {
            const state = await Promise.race([over, new Promise((resolve) => setTimeout(() => resolve('running'), 50))]);
            assert.equal(state, 'running', `${door.name}: ${exchanges.cutOff} of ${exchanges.begun} were cut off`);
          }
          enough.abort();
          assert.equal(await over, 'stopped');
        },
        { limits, onFailure: answerFailure },
      );
    };
    await Promise.all(http1Doors.map(cutsOff));
  },
);

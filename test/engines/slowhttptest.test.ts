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

/** Runs an attack with twenty connections for that many seconds at most, and resolves with the reason why it ended. */
async function attack({ tls }: Door, port: number, mode: readonly string[], seconds: number): Promise<string | undefined> {
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/`;
  const { stdout } = await run('slowhttptest', [...mode, '-c', '20', '-r', '20', '-i', '1', '-l', String(seconds), '-p', '5', '-u', url]);
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
          const endings = await Promise.all([attack(door, port, ['-H'], 30), attack(door, port, ['-B'], 30)]);
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
          // It reads once in ten seconds, so that it does not notice either; what ends here is ended by the server.
          const attacking = attack(door, port, ['-X', '-n', '10', '-w', '256', '-y', '512'], 4);
          let isOver = false;
          void attacking.then(() => (isOver = true));
          while (exchanges.begun < 20 || exchanges.cutOff < exchanges.begun) {
            assert.equal(isOver, false, `${door.name}: ${exchanges.cutOff} of ${exchanges.begun} were cut off`);
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          await attacking;
        },
        { limits, onFailure: answerFailure },
      );
    };
    await Promise.all(http1Doors.map(cutsOff));
  },
);

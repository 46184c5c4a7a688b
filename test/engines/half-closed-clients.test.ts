import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ReplyAbortedError } from '../../src/http/exchange.js';
import { defaultLimits } from '../../src/server/engines/engine.js';
import { RawConnection, deferred, http1Doors, listening } from './raw-connection.js';

for (const door of http1Doors) {
  test(`${door.name}: a client that closes its side after the request gets its answer, from asynchronous methods too`, () =>
    listening(
      door,
      async ({ path, body, reply }) => {
        const text = Buffer.from(await body.bytes()).toString();
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (path === '/whole') reply.end(`got ${text}`);
        else {
          await reply.stream(
            (async function* pieces() {
              yield 'got ';
              await new Promise((resolve) => setTimeout(resolve, 50));
              yield text;
            })(),
          );
        }
      },
      async (listener) => {
        for (const [path, expected] of [
          ['/whole', /\r\n\r\ngot abc$/],
          ['/stream', /\r\ngot \r\n3\r\nabc\r\n0\r\n\r\n$/],
        ] as const) {
          const connection = await RawConnection.to(listener, door);
          connection.sendLast(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`);
          assert.match(await connection.whole(), expected);
        }
      },
    ));

  test(`${door.name}: all pipelined requests of a client that closes its side are answered`, () =>
    listening(
      door,
      async ({ path, reply }) => {
        await new Promise((resolve) => setTimeout(resolve, path === '/1' ? 60 : 20));
        reply.end(`answer ${path}`);
      },
      async (listener) => {
        const connection = await RawConnection.to(listener, door);
        connection.sendLast([1, 2, 3].map((number) => `GET /${number} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
        assert.deepEqual((await connection.whole()).match(/answer \/\d/g), ['answer /1', 'answer /2', 'answer /3']);
      },
    ));

  test(`${door.name}: a client that leaves aborts the signal at once, and a stream that waits is closed`, async () => {
    const aborted = deferred<unknown>();
    const closed = deferred<string>();
    const finished = deferred<boolean>();
    await listening(
      door,
      async (exchange) => {
        exchange.onFinished(({ complete }) => finished.resolve(complete));
        exchange.signal.addEventListener('abort', () => aborted.resolve(exchange.signal.reason));
        const never = deferred();
        exchange.signal.addEventListener('abort', () => never.resolve());
        await exchange.reply
          .stream(
            (async function* waiting() {
              try {
                yield 'first';
                await never.promise;
              } finally {
                closed.resolve('closed');
              }
              yield 'second';
              await new Promise(() => undefined);
            })(),
          )
          .catch(() => undefined);
      },
      async (listener) => {
        const connection = await RawConnection.to(listener, door);
        connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
        await connection.until(/first/);
        connection.socket.destroy();
        assert.ok((await aborted.promise) instanceof ReplyAbortedError);
        assert.deepEqual([await closed.promise, await finished.promise], ['closed', false]);
      },
    );
  });

  for (const [when, delay, expected] of [
    ['a moment after its request is broken off at once, and a reply that still comes is sent', 150, /\r\n\r\nafter all$/],
    ['long after its request has left', 1_200, /^$/],
  ] as const) {
    test(`${door.name}: a client that closes its side ${when}`, async () => {
      const began = deferred();
      const finished = deferred<boolean>();
      await listening(
        door,
        async (exchange) => {
          exchange.onFinished(({ complete }) => finished.resolve(complete));
          began.resolve();
          await finished.promise;
          await new Promise((resolve) => setTimeout(resolve, 50));
          exchange.reply.end('after all');
        },
        async (listener) => {
          const connection = await RawConnection.to(listener, door);
          connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
          await began.promise;
          await new Promise((resolve) => setTimeout(resolve, delay));
          connection.sendLast('');
          assert.equal(await finished.promise, false);
          assert.match(await connection.whole(), expected);
        },
      );
    });
  }

  test(`${door.name}: a handler that heeds the signal of a client that may be gone leaves nothing open`, async () => {
    const finished = deferred<boolean>();
    await listening(
      door,
      async (exchange) => {
        exchange.onFinished(({ complete }) => finished.resolve(complete));
        await new Promise<void>((resolve) => exchange.signal.addEventListener('abort', () => resolve()));
      },
      async (listener) => {
        const connection = await RawConnection.to(listener, door);
        connection.sendLast('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
        assert.deepEqual([await connection.whole(), await finished.promise], ['', false]);
      },
    );
  });

  test(`${door.name}: a request that is never answered is given up when its client has closed its side for the idle time-out`, async () => {
    const finished = deferred<boolean>();
    const signalled = deferred<boolean>();
    await listening(
      door,
      (exchange) => {
        exchange.onFinished(({ complete }) => finished.resolve(complete));
        setTimeout(() => signalled.resolve(exchange.signal.aborted), 400);
        return new Promise(() => undefined);
      },
      async (listener) => {
        const connection = await RawConnection.to(listener, door);
        connection.sendLast('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
        assert.deepEqual([await signalled.promise, await finished.promise], [true, false]);
        connection.socket.destroy();
      },
      { limits: { ...defaultLimits, idleTimeout: 600 } },
    );
  });
}

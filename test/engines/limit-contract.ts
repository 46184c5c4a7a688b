import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { ExchangeOutcome } from '../../src/http/exchange.js';
import type { Handler } from '../../src/http/handler.js';
import type { EngineLimits, Listener, RefusedRequest } from '../../src/server/engines/engine.js';
import { defaultLimits } from '../../src/server/engines/engine.js';
import { answerFailure } from '../../src/server/handlers/last-resort.js';
import type { LimitClient } from './limit-client.js';
import type { Door } from './raw-connection.js';
import { deferred } from './raw-connection.js';

/** What a client may cost, on every engine that has sockets: one that ignores a limit never answers here. */
export function limitContract(door: Door, makeClient: (door: Door) => LimitClient): void {
  const { name, engine, tls } = door;
  async function serving(
    limits: Partial<EngineLimits>,
    handler: Handler,
    use: (client: LimitClient, listener: Listener, refused: RefusedRequest[]) => Promise<void>,
  ): Promise<void> {
    const refused: RefusedRequest[] = [];
    const listener = await engine.listen(
      {
        address: { kind: 'port', port: 0, host: '127.0.0.1' },
        // No other limit ends what one of them should.
        limits: { ...defaultLimits, headerTimeout: 0, requestTimeout: 0, idleTimeout: 0, writeTimeout: 0, ...limits },
        trustedProxies: 0,
        onFailure: answerFailure,
        onRefused: (request) => refused.push(request),
        tls,
      },
      handler,
    );
    const client = makeClient(door);
    try {
      await use(client, listener, refused);
    } finally {
      client.close();
      await listener.stopAccepting();
      await listener.drain(AbortSignal.abort());
    }
  }

  const hello: Handler = ({ reply }) => reply.end('hello');

  describe(`the limits of ${name}`, { concurrency: true }, () => {
    test('a connection on which no request comes is closed after headerTimeout', () =>
      serving({ headerTimeout: 200 }, hello, (client, listener) => client.staySilent(listener)));

    test('a head that is not complete within headerTimeout is answered with 408, or its connection closed', () =>
      serving({ headerTimeout: 200 }, hello, async (client, listener) => {
        assert.ok([0, 408].includes(await client.leaveHeadUnfinished(listener)));
      }));

    for (const [manner, reading] of [
      ['silent', 'whole'],
      ['dripping', 'as a stream'],
    ] as const) {
      test(`a body that is read ${reading} and whose client is ${manner} beyond requestTimeout is answered with 408, and nothing is left open`, async () => {
        const outcome = deferred<ExchangeOutcome>();
        const handled = deferred<unknown>();
        await serving(
          { requestTimeout: 300 },
          async (exchange) => {
            exchange.onFinished(outcome.resolve);
            try {
              if (reading === 'whole') await exchange.body.bytes();
              else for await (const piece of exchange.body.stream()) void piece;
            } catch (thrown) {
              handled.resolve(thrown);
              throw thrown;
            }
          },
          async (client, listener) => {
            assert.equal(await client.leaveBodyUnfinished(listener, manner), 408);
            assert.equal((await outcome.promise).status, 408);
            assert.equal(String(await handled.promise), 'RequestTimeoutException: HTTP 408 Request Timeout');
          },
        );
      });
    }

    test('a connection that is idle for longer than idleTimeout is closed', () =>
      serving({ idleTimeout: 200 }, hello, (client, listener) => client.stayIdle(listener)));

    for (const sending of ['whole', 'as a stream'] as const) {
      test(`a client that takes nothing of a reply that is sent ${sending} is cut off after writeTimeout`, async () => {
        const outcome = deferred<ExchangeOutcome>();
        await serving(
          { writeTimeout: 300 },
          async (exchange) => {
            exchange.onFinished(outcome.resolve);
            if (sending === 'whole') exchange.reply.end(Buffer.alloc(64 * 1024 * 1024));
            else await exchange.reply.stream(endless());
          },
          async (client, listener) => {
            await client.readNothing(listener);
            assert.equal((await outcome.promise).complete, false);
          },
        );
      });
    }

    test('a handler that takes its time is not disturbed by any time-out', async () => {
      await serving(
        { headerTimeout: 400, requestTimeout: 400, idleTimeout: 400, writeTimeout: 400 },
        async ({ reply }) => {
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          reply.end('patience');
        },
        async (client, listener) => assert.deepEqual(await client.ask(listener, '/', []), [200, 'patience']),
      );
    });

    test('connections beyond maxConnections are closed, and the others served', () =>
      serving({ maxConnections: 3 }, hello, async (client, listener) => {
        assert.equal(await client.connectOften(listener, 8), 3);
      }));

    test('maxRequestHeaderSize counts names, values and what separates them, and nothing below it is dropped', () =>
      serving(
        { maxHeaderSize: 8192 },
        ({ headers, reply }) => reply.end(String([...headers.entries()].filter(([name]) => name === 'a').length)),
        async (client, listener, refused) => {
          const tooLarge = [431, '{"code":431,"message":"HTTP 431 Request Header Fields Too Large"}'];
          const tiny = (count: number) => Array.from({ length: count }, () => ['a', 'b'] as const);
          assert.deepEqual(await client.ask(listener, '/', tiny(200)), [200, '200']);
          assert.deepEqual(await client.ask(listener, '/many', tiny(1600)), tooLarge);
          assert.deepEqual(await client.ask(listener, '/', [['x-long', 'x'.repeat(9000)]]), tooLarge);
          assert.deepEqual(await client.ask(listener, `/${'x'.repeat(9000)}`, []), tooLarge);
          assert.deepEqual(
            refused.map(({ status, remoteAddress }) => [status, remoteAddress]),
            Array.from({ length: 3 }, () => [431, '127.0.0.1']),
          );
          assert.match(refused[0]!.requestLine ?? '', /^GET \/many HTTP\/(1\.1|2\.0)$/);
        },
      ));

    test('after a 413 the stream or connection of a client that goes on sending is free', async () => {
      const outcome = deferred<ExchangeOutcome>();
      await serving(
        { maxRequestBodySize: 1000 },
        async (exchange) => {
          exchange.onFinished(outcome.resolve);
          exchange.reply.end(await exchange.body.bytes());
        },
        async (client, listener) => {
          assert.equal(await client.sendTooMuch(listener), 413);
          assert.equal((await outcome.promise).status, 413);
        },
      );
    });
  });
}

async function* endless(): AsyncGenerator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024);
}

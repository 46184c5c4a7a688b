import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';

import type { Exchange, ReplyEncoder } from '../../src/http/exchange.js';
import {
  BodyAbortedError,
  BodyTakenError,
  BodyTooLargeError,
  NoReplyError,
  ReplyAbortedError,
  ReplyCommittedError,
  ReplyLengthError,
} from '../../src/http/exchange.js';
import type { Handler } from '../../src/http/handler.js';
import type { Engine, ListenOptions, Listener } from '../../src/server/engines/engine.js';
import { defaultLimits } from '../../src/server/engines/engine.js';

/** How a test talks to a listener of the engine under test. */
export interface ContractClient {
  send(listener: Listener, request: ContractRequest): Promise<ContractAnswer>;
  open(listener: Listener, request: ContractRequest): ContractConversation;
  close(): void;
}

export interface ContractRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export interface ContractAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  readonly text: string;
  readonly complete: boolean;
}

export interface ContractConversation {
  readonly head: Promise<{ readonly status: number }>;
  readonly pieces: AsyncIterable<Buffer>;
  leave(): void;
}

/** What every engine promises to everything above it. */
export function engineContract(
  makeEngine: () => Engine,
  makeClient: (engine: Engine) => ContractClient,
  extra: Partial<ListenOptions> = {},
): void {
  const engine = makeEngine();

  async function serving(
    handler: Handler,
    use: (client: ContractClient, listener: Listener, failures: unknown[]) => Promise<void>,
    options: Partial<ListenOptions> = {},
  ): Promise<void> {
    const failures: unknown[] = [];
    const onFailure = (exchange: Exchange, thrown: unknown) => {
      failures.push(thrown);
      if (exchange.reply.committed) exchange.reply.abort();
      else {
        for (const name of exchange.reply.headerNames()) exchange.reply.removeHeader(name);
        exchange.reply.status = 500;
        exchange.reply.end('failed');
      }
    };
    const listener = await engine.listen(
      {
        address: { kind: 'port', port: 0, host: '127.0.0.1' },
        limits: { ...defaultLimits, maxRequestBodySize: 1000 },
        trustedProxies: 0,
        onFailure,
        ...extra,
        ...options,
      },
      handler,
    );
    const client = makeClient(engine);
    try {
      await use(client, listener, failures);
    } finally {
      client.close();
      await listener.stopAccepting();
      await listener.drain(AbortSignal.abort());
    }
  }

  describe(`the ${engine.name} engine`, () => {
    test('gives method, path, query, headers and the client', () =>
      serving(
        ({ method, path, rawQuery, headers, remoteAddress, contextPath, requestId, route, reply }) =>
          reply.end(
            JSON.stringify([
              method,
              path,
              rawQuery,
              headers.get('X-One'),
              headers.get('x-one'),
              headers.has('X-TWO'),
              headers.getAll('x-none'),
              headers.get('constructor') ?? null,
              remoteAddress,
              contextPath,
              requestId ?? null,
              route ?? null,
            ]),
          ),
        async (client, listener) => {
          const answer = await client.send(listener, { path: '/a%20b/c?x=1&y=?', headers: { 'X-One': 'eins' } });
          assert.deepEqual(JSON.parse(answer.text), [
            'GET',
            '/a%20b/c',
            'x=1&y=?',
            'eins',
            'eins',
            false,
            [],
            null,
            '127.0.0.1',
            '',
            null,
            null,
          ]);
        },
      ));

    test('keeps every line of a header that is repeated', () =>
      serving(
        ({ headers, reply }) =>
          reply.end(
            JSON.stringify([
              headers.getAll('x-many'),
              headers.get('X-Many'),
              [...headers.entries()].filter(([name]) => name.toLowerCase() === 'x-many').map(([, value]) => value),
            ]),
          ),
        async (client, listener) => {
          const answer = await client.send(listener, { path: '/', headers: { 'X-Many': ['1', '2'] } });
          assert.deepEqual(JSON.parse(answer.text), [['1', '2'], '1, 2', ['1', '2']]);
        },
      ));

    test('a request without a body has none, at once', () =>
      serving(
        ({ body, reply }) => {
          const bytes = body.bytes();
          reply.end(`${body.announced} ${bytes instanceof Promise} ${(bytes as Uint8Array).length}`);
        },
        async (client, listener) => assert.equal((await client.send(listener, { path: '/' })).text, 'false false 0'),
      ));

    test('gives a body whole', () =>
      serving(
        async ({ body, reply }) => reply.end(`${body.announced} ${Buffer.from(await body.bytes()).toString()}`),
        async (client, listener) => {
          assert.equal((await client.send(listener, { method: 'POST', path: '/', body: 'grüße' })).text, 'true grüße');
          assert.equal((await client.send(listener, { method: 'POST', path: '/', body: inPieces('ab', 'cd', 'ef') })).text, 'true abcdef');
        },
      ));

    test('gives a body as a stream', () =>
      serving(
        async ({ body, reply }) => {
          let text = '';
          for await (const piece of body.stream()) text += Buffer.from(piece).toString();
          reply.end(text);
        },
        async (client, listener) =>
          assert.equal((await client.send(listener, { method: 'POST', path: '/', body: inPieces('ab', 'cd') })).text, 'abcd'),
      ));

    test('a body may be left half read, and the reply still arrives', () =>
      serving(
        async ({ body, reply }) => {
          for await (const piece of body.stream()) {
            reply.end(Buffer.from(piece).toString().slice(0, 2));
            break;
          }
        },
        async (client, listener) =>
          assert.equal((await client.send(listener, { method: 'POST', path: '/', body: inPieces('ab', 'cd', 'ef') })).text, 'ab'),
      ));

    test('a body beyond the limit is refused, announced or not, whole or as a stream', () =>
      serving(
        async ({ path, body, reply }) => {
          try {
            if (path === '/whole') await body.bytes();
            else for await (const piece of body.stream()) void piece;
            reply.end('taken');
          } catch (thrown) {
            assert.ok(thrown instanceof BodyTooLargeError);
            reply.status = 413;
            reply.end(thrown.message);
          }
        },
        async (client, listener) => {
          for (const path of ['/whole', '/stream']) {
            for (const body of ['x'.repeat(1001), inPieces('x'.repeat(600), 'x'.repeat(600))]) {
              const answer = await client.send(listener, { method: 'POST', path, body });
              assert.deepEqual([answer.status, answer.text], [413, 'The request body is larger than 1000 bytes']);
            }
            assert.equal((await client.send(listener, { method: 'POST', path, body: 'x'.repeat(1000) })).text, 'taken');
          }
        },
      ));

    test('a limit can be given for one body', () =>
      serving(
        async ({ body, reply }) => {
          await assert.rejects(async () => body.bytes(3), BodyTooLargeError);
          reply.end('refused');
        },
        async (client, listener) =>
          assert.equal((await client.send(listener, { method: 'POST', path: '/', body: 'abcd' })).text, 'refused'),
      ));

    test('a body is taken once', () =>
      serving(
        async ({ body, reply }) => {
          await body.bytes();
          assert.throws(() => body.bytes(), BodyTakenError);
          reply.end('once');
        },
        async (client, listener) => assert.equal((await client.send(listener, { method: 'POST', path: '/', body: 'abcd' })).text, 'once'),
      ));

    test('a client that leaves within its body is told apart from one that is done', async () => {
      const seen = deferred<unknown>();
      await serving(
        async ({ body }) => {
          await Promise.resolve(body.bytes()).catch(seen.resolve);
        },
        async (client, listener) => {
          const conversation = client.open(listener, { method: 'POST', path: '/', body: neverEnding('ab') });
          setTimeout(() => conversation.leave(), 50);
          assert.ok((await seen.promise) instanceof BodyAbortedError);
        },
      );
    });

    test('a body can be decoded on its way in', () =>
      serving(
        async ({ body, headers, reply }) => {
          body.decodeWith(async function* upperCase(source) {
            for await (const piece of source) yield Buffer.from(Buffer.from(piece).toString().toUpperCase());
          });
          reply.end(`${Buffer.from(await body.bytes()).toString()} ${headers.get('content-encoding')} ${headers.get('content-length')}`);
        },
        async (client, listener) =>
          assert.equal(
            (await client.send(listener, { method: 'POST', path: '/', body: 'abc', headers: { 'Content-Encoding': 'loud' } })).text,
            'ABC undefined undefined',
          ),
      ));

    test('a decoded body has the same limit', () =>
      serving(
        async ({ body, reply }) => {
          body.decodeWith(async function* inflate(source) {
            for await (const piece of source) yield Buffer.alloc(piece.byteLength * 1000);
          });
          await assert.rejects(async () => body.bytes(), BodyTooLargeError);
          reply.end('refused');
        },
        async (client, listener) => assert.equal((await client.send(listener, { method: 'POST', path: '/', body: 'abc' })).text, 'refused'),
      ));

    test('a whole reply carries its length', () =>
      serving(
        ({ path, reply }) => {
          reply.setHeader('Content-Type', 'text/plain');
          reply.end(path === '/text' ? 'grüße' : path === '/bytes' ? Buffer.from('abc') : undefined);
        },
        async (client, listener) => {
          const answers = await Promise.all(['/text', '/bytes', '/nothing'].map((path) => client.send(listener, { path })));
          assert.deepEqual(
            answers.map((answer) => [answer.status, answer.header('content-length'), answer.text]),
            [
              [200, '7', 'grüße'],
              [200, '3', 'abc'],
              [200, '0', ''],
            ],
          );
        },
      ));

    test('HEAD gets the length and no body', () =>
      serving(
        ({ path, reply }) => (path === '/whole' ? reply.end('abc') : reply.stream(['a', 'b'])),
        async (client, listener) => {
          const whole = await client.send(listener, { method: 'HEAD', path: '/whole' });
          assert.deepEqual([whole.status, whole.header('content-length'), whole.text], [200, '3', '']);
          const streamed = await client.send(listener, { method: 'HEAD', path: '/stream' });
          assert.deepEqual([streamed.status, streamed.text], [200, '']);
        },
      ));

    test('204 and 304 have neither body nor length', () =>
      serving(
        ({ path, reply }) => {
          reply.status = Number(path.slice(1));
          reply.end('not to be sent');
        },
        async (client, listener) => {
          for (const status of [204, 304]) {
            const answer = await client.send(listener, { path: `/${status}` });
            assert.deepEqual([answer.status, answer.header('content-length'), answer.text], [status, undefined, '']);
          }
        },
      ));

    test('headers can be set, added, replaced and removed in any case', () =>
      serving(
        ({ reply }) => {
          reply.setHeader('X-A', '1');
          reply.setHeader('x-a', '2');
          reply.appendHeader('X-B', '1');
          reply.appendHeader('x-b', '2');
          reply.setHeader('X-C', ['1', '2']);
          reply.setHeader('X-C', '3');
          reply.setHeader('X-D', '1');
          reply.removeHeader('x-d');
          assert.deepEqual(reply.header('X-b'), ['1', '2']);
          assert.equal(reply.header('x-c'), '3');
          assert.equal(reply.header('x-d'), undefined);
          assert.deepEqual(reply.headerNames(), ['X-A', 'X-B', 'X-C']);
          reply.end();
        },
        async (client, listener) => {
          const answer = await client.send(listener, { path: '/' });
          assert.deepEqual(
            ['x-a', 'x-b', 'x-c', 'x-d'].map((name) => answer.header(name)),
            ['2', '1, 2', '3', undefined],
          );
        },
      ));

    test('a reply is sent once', () =>
      serving(
        ({ reply }) => {
          assert.equal(reply.committed, false);
          reply.end('first');
          assert.equal(reply.committed, true);
          assert.throws(() => reply.end('second'), ReplyCommittedError);
          assert.throws(() => reply.setHeader('X-A', '1'), ReplyCommittedError);
        },
        async (client, listener, failures) => {
          assert.equal((await client.send(listener, { path: '/' })).text, 'first');
          assert.deepEqual(failures, []);
        },
      ));

    test('what a handler throws, at once or later, is reported and can still be answered', () =>
      serving(
        ({ path }) => {
          if (path === '/sync') throw new Error('sync');
          return Promise.reject(new Error('async'));
        },
        async (client, listener, failures) => {
          const answers = [await client.send(listener, { path: '/sync' }), await client.send(listener, { path: '/async' })];
          assert.deepEqual(
            answers.map((answer) => [answer.status, answer.text]),
            [
              [500, 'failed'],
              [500, 'failed'],
            ],
          );
          assert.deepEqual(failures.map(String), ['Error: sync', 'Error: async']);
        },
      ));

    test('an asynchronous handler that answers nothing is reported, and can still be answered', () =>
      serving(
        async ({ body }) => {
          await body.bytes();
        },
        async (client, listener, failures) => {
          const answer = await client.send(listener, { method: 'POST', path: '/silent?x', body: 'abc' });
          assert.deepEqual([answer.status, answer.text], [500, 'failed']);
          assert.deepEqual(failures, [new NoReplyError('POST', '/silent')]);
        },
      ));

    test('a handler that fails after it has answered is reported, and its answer arrives whole', () =>
      serving(
        ({ reply }) => {
          reply.end('x'.repeat(200_000));
          throw new Error('too late');
        },
        async (client, listener, failures) => {
          const answer = await client.send(listener, { path: '/' });
          assert.deepEqual([answer.text.length, answer.complete, failures.map(String)], [200_000, true, ['Error: too late']]);
        },
      ));

    test('a header that cannot be sent is reported before anything is sent', () =>
      serving(
        ({ reply }) => {
          reply.setHeader('X-Bad', 'a\r\nX-Worse: b');
          reply.end('never');
        },
        async (client, listener, failures) => {
          const answer = await client.send(listener, { path: '/' });
          assert.deepEqual([answer.status, answer.text, answer.header('x-worse'), failures.length], [500, 'failed', undefined, 1]);
        },
      ));

    test('a stream arrives whole, from iterables of either kind', () =>
      serving(
        ({ path, reply }) => reply.stream(path === '/async' ? inPieces('ab', 'cd') : ['ab', Buffer.from('cd')]),
        async (client, listener) => {
          for (const path of ['/async', '/sync']) {
            const answer = await client.send(listener, { path });
            assert.deepEqual([answer.text, answer.complete], ['abcd', true]);
          }
        },
      ));

    test('a stream that does not keep to its Content-Length is cut off, and nothing is sent beyond it', () =>
      serving(
        ({ path, reply }) => {
          reply.setHeader('Content-Length', '4');
          return reply.stream(path === '/right' ? ['ab', 'cd'] : path === '/long' ? ['ab', 'cde'] : ['abc']);
        },
        async (client, listener, failures) => {
          const right = await client.send(listener, { path: '/right' });
          assert.deepEqual([right.text, right.header('content-length'), right.complete], ['abcd', '4', true]);
          assert.deepEqual(failures, []);
          for (const [path, sent] of [
            ['/long', 5],
            ['/short', 3],
          ] as const) {
            const answer = await client.send(listener, { path });
            assert.deepEqual([answer.complete, answer.text.length <= 4], [false, true], path);
            while (failures.length === 0) await new Promise((resolve) => setImmediate(resolve));
            assert.deepEqual(failures.splice(0), [new ReplyLengthError(4, sent)]);
          }
        },
      ));

    test('a 205 has no content and says so', () =>
      serving(
        ({ path, reply }) => {
          reply.status = 205;
          return path === '/whole' ? reply.end('not to be sent') : reply.stream(['not to be sent']);
        },
        async (client, listener) => {
          for (const path of ['/whole', '/stream']) {
            const answer = await client.send(listener, { path });
            assert.deepEqual([answer.status, answer.header('content-length'), answer.text, answer.complete], [205, '0', '', true]);
          }
        },
      ));

    test('a stream whose source fails at once can still become an error reply', () =>
      serving(
        ({ reply }) => reply.stream(failingAfter()),
        async (client, listener, failures) => {
          const answer = await client.send(listener, { path: '/' });
          assert.deepEqual([answer.status, answer.text, failures.map(String)], [500, 'failed', ['Error: source failed']]);
        },
      ));

    test('a stream whose head cannot be sent closes its source', async () => {
      const closed = deferred<string>();
      await serving(
        ({ reply }) => {
          reply.setHeader('X-Bad', 'a\nb');
          return reply.stream(
            (async function* source() {
              try {
                yield 'never';
              } finally {
                closed.resolve('closed');
              }
            })(),
          );
        },
        async (client, listener, failures) => {
          assert.equal((await client.send(listener, { path: '/' })).text, 'failed');
          assert.deepEqual([await closed.promise, failures.length], ['closed', 1]);
        },
      );
    });

    test('a listener that fails when the exchange has finished is reported', () =>
      serving(
        (exchange) => {
          exchange.onFinished(() => {
            throw new Error('no more paper');
          });
          exchange.reply.end('printed');
        },
        async (client, listener, failures) => {
          assert.equal((await client.send(listener, { path: '/' })).text, 'printed');
          while (failures.length === 0) await new Promise((resolve) => setImmediate(resolve));
          assert.deepEqual(failures.map(String), ['Error: no more paper']);
        },
      ));

    test('a stream whose source fails later is not taken for the whole', () =>
      serving(
        ({ reply }) => reply.stream(failingAfter('ab', 'cd')),
        async (client, listener, failures) => {
          const answer = await client.send(listener, { path: '/' });
          while (failures.length === 0) await new Promise((resolve) => setImmediate(resolve));
          assert.deepEqual([answer.status, answer.complete, failures.map(String)], [200, false, ['Error: source failed']]);
        },
      ));

    test('the head of a stream that takes its time is sent right away', async () => {
      const release = deferred<void>();
      await serving(
        ({ reply }) =>
          reply.stream(
            (async function* slow() {
              await release.promise;
              yield 'late';
            })(),
          ),
        async (client, listener) => {
          const conversation = client.open(listener, { path: '/' });
          assert.equal((await conversation.head).status, 200);
          release.resolve();
          assert.equal(await textOf(conversation.pieces), 'late');
        },
      );
    });

    test('a source is asked for more only as the client reads', async () => {
      let produced = 0;
      await serving(
        ({ reply }) =>
          reply.stream(
            (async function* endless() {
              for (;;) {
                produced++;
                yield Buffer.alloc(64 * 1024);
              }
            })(),
          ),
        async (client, listener) => {
          const conversation = client.open(listener, { path: '/' });
          await conversation.head;
          let last = -1;
          while (produced !== last) {
            last = produced;
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
          // Whatever the buffers of the system hold, it is not endless.
          assert.ok(produced < 2000, String(produced));
          conversation.leave();
        },
      );
    });

    test('a client that leaves aborts the signal, closes the source and ends the exchange as incomplete', async () => {
      const closed = deferred<string>();
      const aborted = deferred<unknown>();
      const outcome = deferred<unknown>();
      const rejected = deferred<unknown>();
      await serving(
        async (exchange) => {
          exchange.signal.addEventListener('abort', () => aborted.resolve(exchange.signal.reason));
          exchange.onFinished(outcome.resolve);
          await exchange.reply
            .stream(
              (async function* endless() {
                try {
                  for (;;) {
                    yield 'x';
                    await new Promise((resolve) => setTimeout(resolve, 5));
                  }
                } finally {
                  closed.resolve('closed');
                }
              })(),
            )
            .catch(rejected.resolve);
        },
        async (client, listener) => {
          const conversation = client.open(listener, { path: '/' });
          await conversation.head;
          conversation.leave();
          assert.equal(await closed.promise, 'closed');
          assert.ok((await aborted.promise) instanceof ReplyAbortedError);
          assert.ok((await rejected.promise) instanceof ReplyAbortedError);
          assert.equal(((await outcome.promise) as { complete: boolean }).complete, false);
        },
      );
    });

    for (const [kind, waiting] of Object.entries(waitingSources)) {
      test(`a client that leaves while ${kind} waits is noticed at once, and the source is closed`, async () => {
        const closed = deferred<string>();
        const aborted = deferred<unknown>();
        const outcome = deferred<unknown>();
        const rejected = deferred<unknown>();
        await serving(
          async (exchange) => {
            exchange.signal.addEventListener('abort', () => aborted.resolve(exchange.signal.reason));
            exchange.onFinished(outcome.resolve);
            await exchange.reply.stream(waiting(closed.resolve)).catch(rejected.resolve);
          },
          async (client, listener, failures) => {
            const conversation = client.open(listener, { path: '/' });
            await conversation.head;
            conversation.leave();
            assert.ok((await rejected.promise) instanceof ReplyAbortedError);
            assert.ok((await aborted.promise) instanceof ReplyAbortedError);
            assert.equal(await closed.promise, 'closed');
            assert.deepEqual(await outcome.promise, { status: 200, bodyBytes: 0, complete: false });
            assert.deepEqual(failures, []);
          },
        );
      });

      test(`a client that leaves while ${kind} waits behind an encoder is noticed at once, and the source is closed`, async () => {
        const closed = deferred<string>();
        const rejected = deferred<unknown>();
        await serving(
          async ({ reply }) => {
            reply.encodeBody(shouting('later'));
            await reply.stream(waiting(closed.resolve)).catch(rejected.resolve);
          },
          async (client, listener) => {
            const conversation = client.open(listener, { path: '/' });
            await conversation.head;
            conversation.leave();
            assert.ok((await rejected.promise) instanceof ReplyAbortedError);
            assert.equal(await closed.promise, 'closed');
          },
        );
      });
    }

    test('an exchange that is broken off before anything was sent is not taken for a 200', async () => {
      const outcome = deferred<unknown>();
      const began = deferred<void>();
      await serving(
        (exchange) => {
          exchange.onFinished(outcome.resolve);
          began.resolve();
        },
        async (client, listener) => {
          const conversation = client.open(listener, { path: '/' });
          await began.promise;
          conversation.leave();
          assert.deepEqual(await outcome.promise, { status: 499, bodyBytes: 0, complete: false });
        },
        // A client over HTTP/1.1 that is gone looks like one that only closed its side; its request is given up after the idle time-out.
        { limits: { ...defaultLimits, idleTimeout: 300 } },
      );
    });

    test('the end of an exchange tells status and bytes, once, also to those who ask late', async () => {
      const outcomes: unknown[] = [];
      const done = deferred<void>();
      await serving(
        (exchange) => {
          exchange.onFinished((outcome) => {
            outcomes.push(outcome);
            exchange.onFinished((late) => {
              outcomes.push(late);
              assert.equal(exchange.signal.aborted, false);
              done.resolve();
            });
          });
          exchange.reply.status = 201;
          exchange.reply.end('grüße');
        },
        async (client, listener) => {
          await client.send(listener, { path: '/' });
          await done.promise;
          assert.deepEqual(outcomes, [
            { status: 201, bodyBytes: 7, complete: true },
            { status: 201, bodyBytes: 7, complete: true },
          ]);
        },
      );
    });

    test('an exchange can be aborted', () =>
      serving(
        ({ reply }) => reply.abort(),
        async (client, listener) => assert.equal((await client.send(listener, { path: '/' })).complete, false),
      ));

    test('the last word before the head is had by those who asked for it', () =>
      serving(
        ({ path, reply }) => {
          reply.beforeCommit(() => {
            reply.setHeader('X-Late', reply.header('x-early') ?? 'none');
            reply.status = 202;
          });
          reply.setHeader('X-Early', 'yes');
          return path === '/whole' ? reply.end() : reply.stream(['a']);
        },
        async (client, listener) => {
          for (const path of ['/whole', '/stream']) {
            const answer = await client.send(listener, { path });
            assert.deepEqual([answer.status, answer.header('x-late')], [202, 'yes']);
          }
        },
      ));

    test('a body can be encoded on its way out, whole or in pieces', () =>
      serving(
        ({ path, reply }) => {
          reply.encodeBody(shouting(path.startsWith('/later') ? 'later' : 'at once'));
          return path.endsWith('stream') ? reply.stream(inPieces('abc', 'def')) : reply.end(path === '/small' ? 'ab' : 'abc');
        },
        async (client, listener) => {
          const answers = await Promise.all(['/whole', '/later', '/small', '/stream'].map((path) => client.send(listener, { path })));
          assert.deepEqual(
            answers.map((answer) => [answer.text, answer.header('content-length'), answer.header('content-encoding')]),
            [
              ['ABC!', '4', 'loud'],
              ['ABC!', '4', 'loud'],
              ['ab', '2', undefined],
              ['ABC!DEF!', undefined, 'loud'],
            ],
          );
        },
      ));

    test('HEAD of a stream and 304 have the headers that the encoded content would have', () =>
      serving(
        ({ path, reply }) => {
          reply.encodeBody(shouting('at once'));
          if (path === '/304') reply.status = 304;
          if (path === '/small304') {
            reply.status = 304;
            reply.setHeader('Content-Length', '2');
          }
          return path === '/stream' ? reply.stream(['abc', 'def']) : reply.end();
        },
        async (client, listener) => {
          const ask = async (method: string, path: string) => {
            const { status, text, header } = await client.send(listener, { method, path });
            return [status, header('content-encoding'), header('vary'), header('content-length'), text];
          };
          assert.deepEqual(await ask('GET', '/stream'), [200, 'loud', undefined, undefined, 'ABC!DEF!']);
          assert.deepEqual(await ask('HEAD', '/stream'), [200, 'loud', undefined, undefined, '']);
          assert.deepEqual(await ask('GET', '/304'), [304, undefined, 'loud', undefined, '']);
          assert.deepEqual(await ask('GET', '/small304'), [304, undefined, undefined, undefined, '']);
        },
      ));

    test('an encoder that fails ends the connection and is reported', () =>
      serving(
        ({ reply }) => {
          reply.encodeBody({
            minimumSize: 0,
            whole: () => Promise.reject(new Error('no memory')),
            pieces: () => undefined,
            describe: () => undefined,
          });
          reply.end('abc');
        },
        async (client, listener, failures) => {
          assert.equal((await client.send(listener, { path: '/' })).complete, false);
          assert.deepEqual(failures.map(String), ['Error: no memory']);
        },
      ));

    test('attributes are kept per exchange and key', () =>
      serving(
        (exchange) => {
          const key = Symbol('a');
          assert.equal(exchange.attribute(key), undefined);
          exchange.setAttribute(key, 1);
          assert.equal(exchange.attribute(key), 1);
          assert.equal(exchange.attribute(Symbol('a')), undefined);
          exchange.reply.end();
        },
        async (client, listener, failures) => {
          await client.send(listener, { path: '/' });
          assert.deepEqual(failures, []);
        },
      ));

    test('a context that is entered leaves the rest of the path', () =>
      serving(
        (exchange) => {
          exchange.enterContext('/application');
          exchange.reply.end(`${exchange.contextPath} ${exchange.path}`);
        },
        async (client, listener) => {
          assert.equal((await client.send(listener, { path: '/application/a?b' })).text, '/application /a');
          assert.equal((await client.send(listener, { path: '/application' })).text, '/application /');
        },
      ));

    test('forwarded addresses are believed only as far as our own proxies wrote them', async () => {
      const handler: Handler = ({ remoteAddress, secure, reply }) => reply.end(`${remoteAddress} ${secure}`);
      const headers = { 'X-Forwarded-For': '6.6.6.6, 10.0.0.1', 'X-Forwarded-Proto': 'https, https' };
      await serving(handler, async (client, listener) =>
        assert.match((await client.send(listener, { path: '/', headers })).text, /^127\.0\.0\.1 /),
      );
      await serving(
        handler,
        async (client, listener) => assert.equal((await client.send(listener, { path: '/', headers })).text, '10.0.0.1 true'),
        { trustedProxies: 1 },
      );
      await serving(
        handler,
        async (client, listener) => assert.equal((await client.send(listener, { path: '/', headers })).text, '6.6.6.6 true'),
        { trustedProxies: 2 },
      );
      await serving(
        handler,
        async (client, listener) =>
          assert.equal(
            (await client.send(listener, { path: '/', headers: { Forwarded: 'for="[2001:db8::1]:4711";proto=http' } })).text,
            '2001:db8::1 false',
          ),
        { trustedProxies: 1, forwardedDialect: 'forwarded' },
      );
    });

    test('an event stream ends cleanly when the stop begins, even while its source waits, and its source is closed', async () => {
      const stop = new AbortController();
      const closed = deferred<string>();
      const outcome = deferred<boolean>();
      await serving(
        async (exchange) => {
          exchange.onFinished(({ complete }) => outcome.resolve(complete));
          exchange.reply.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
          await exchange.reply.stream(
            (async function* events() {
              try {
                yield 'data: 1\n\n';
                await new Promise<void>((resolve) => exchange.stopping.addEventListener('abort', () => resolve()));
                yield 'data: never\n\n';
              } finally {
                closed.resolve('closed');
              }
            })(),
          );
        },
        async (client, listener, failures) => {
          const conversation = client.open(listener, { path: '/' });
          assert.equal((await conversation.head).status, 200);
          const text = textOf(conversation.pieces);
          await new Promise((resolve) => setTimeout(resolve, 20));
          stop.abort();
          assert.deepEqual([await text, await closed.promise, await outcome.promise], ['data: 1\n\n', 'closed', true]);
          assert.equal((await client.send(listener, { path: '/during-the-stop' })).complete, true);
          assert.deepEqual(failures, []);
        },
        { stopping: stop.signal },
      );
    });

    test('a stream of another type is not ended by a stop, but can see it', async () => {
      const stop = new AbortController();
      const goOn = deferred<void>();
      await serving(
        async ({ reply, stopping }) => {
          reply.setHeader('Content-Type', 'text/plain');
          await reply.stream(
            (async function* download() {
              yield `${stopping.aborted} `;
              await goOn.promise;
              yield `${stopping.aborted}`;
            })(),
          );
        },
        async (client, listener) => {
          const conversation = client.open(listener, { path: '/' });
          await conversation.head;
          const text = textOf(conversation.pieces);
          await new Promise((resolve) => setTimeout(resolve, 20));
          stop.abort();
          await new Promise((resolve) => setTimeout(resolve, 20));
          goOn.resolve();
          assert.equal(await text, 'false true');
        },
        { stopping: stop.signal },
      );
    });

    test('a drain waits for what is under way and refuses what comes later', async () => {
      const release = deferred<void>();
      await serving(
        async ({ reply }) => {
          await release.promise;
          reply.end('done');
        },
        async (client, listener) => {
          const answer = client.send(listener, { path: '/' });
          await new Promise((resolve) => setTimeout(resolve, 50));
          await listener.stopAccepting();
          const drained = listener.drain(new AbortController().signal);
          await assert.rejects(async () => client.send(listener, { path: '/' }));
          release.resolve();
          assert.deepEqual(await drained, { cutOff: 0 });
          assert.deepEqual([(await answer).text, (await answer).complete], ['done', true]);
        },
      );
    });

    test('a drain cuts off and counts what is not done at its deadline', async () => {
      const aborted = deferred<void>();
      await serving(
        ({ signal }) => signal.addEventListener('abort', () => aborted.resolve()),
        async (client, listener) => {
          const answer = client.send(listener, { path: '/' });
          await new Promise((resolve) => setTimeout(resolve, 50));
          await listener.stopAccepting();
          assert.deepEqual(await listener.drain(after(50)), { cutOff: 1 });
          await aborted.promise;
          assert.equal((await answer).complete, false);
        },
      );
    });
  });
}

/** Sources whose first piece never comes, each with the way in which it is told that nobody reads any more. */
const waitingSources: Readonly<Record<string, (closed: (how: string) => void) => AsyncIterable<string>>> = {
  'an iterator': (closed) => ({
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<IteratorResult<string>>(() => undefined),
      return() {
        closed('closed');
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  }),
  'a node stream': (closed) =>
    new Readable({
      read: () => undefined,
      destroy(_error, done) {
        closed('closed');
        done(null);
      },
    }),
  'a web stream': (closed) => new ReadableStream<string>({ cancel: () => closed('closed') }),
};

function shouting(when: 'at once' | 'later'): ReplyEncoder {
  const shout = (bytes: string | Uint8Array) =>
    Buffer.from(
      `${Buffer.from(bytes as string)
        .toString()
        .toUpperCase()}!`,
    );
  return {
    minimumSize: 3,
    whole(reply, body) {
      reply.setHeader('Content-Encoding', 'loud');
      return when === 'later' ? new Promise((resolve) => setImmediate(() => resolve(shout(body)))) : shout(body);
    },
    describe(reply) {
      reply.setHeader(reply.status === 304 ? 'Vary' : 'Content-Encoding', 'loud');
    },
    pieces(reply, source) {
      reply.setHeader('Content-Encoding', 'loud');
      return (async function* pieces() {
        for await (const piece of source) yield shout(piece);
      })();
    },
  };
}

async function* inPieces(...pieces: string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield Buffer.from(piece);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function* failingAfter(...pieces: string[]): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('source failed');
}

async function* neverEnding(first: string): AsyncGenerator<Buffer> {
  yield Buffer.from(first);
  await new Promise(() => undefined);
}

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece.toString();
  return text;
}

// Unlike AbortSignal.timeout, it keeps the process alive meanwhile.
function after(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

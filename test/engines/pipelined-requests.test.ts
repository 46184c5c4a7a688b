import assert from 'node:assert/strict';
import { test } from 'node:test';

import { RawConnection, deferred, http1Doors, listening } from './raw-connection.js';

/** What each reply says in `Connection` and carries as its body, in the order received. */
function replies(text: string): readonly string[] {
  return text
    .split(/(?=HTTP\/1\.1 \d)/)
    .filter((reply) => reply !== '')
    .map((reply) => `${/\r\nConnection: (\S+)/i.exec(reply)?.[1]} ${reply.slice(reply.indexOf('\r\n\r\n') + 4)}`);
}

for (const door of http1Doors) {
  test(`${door.name}: pipelined requests that were begun before a stop are all answered, and the last reply says close`, async () => {
    const slow = deferred();
    const allBegun = deferred();
    const begun: string[] = [];
    let completed = 0;
    await listening(
      door,
      async (exchange) => {
        exchange.onFinished(({ complete }) => (completed += complete ? 1 : 0));
        if (begun.push(exchange.path) === 5) allBegun.resolve();
        if (exchange.method === 'POST') await exchange.body.bytes();
        else await slow.promise;
        exchange.reply.end(`answer ${exchange.path}`);
      },
      async (listener) => {
        const connection = await RawConnection.to(listener, door);
        const posts = [2, 3, 4, 5].map((number) => `POST /${number} HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`);
        connection.send(`GET /1 HTTP/1.1\r\nHost: a\r\n\r\n${posts.slice(0, 3).join('')}`);
        while (begun.length < 4) await new Promise((resolve) => setImmediate(resolve));
        await listener.stopAccepting();
        const stopped = listener.drain(new AbortController().signal);
        // Still begun, since no reply has said yet that the connection ends.
        connection.send(posts[3]!);
        await allBegun.promise;
        slow.resolve();
        const answers = replies(await connection.whole());
        assert.deepEqual(
          answers.map((answer) => answer.replace(/^\S+ /, '')),
          ['answer /1', 'answer /2', 'answer /3', 'answer /4', 'answer /5'],
        );
        assert.deepEqual(
          answers.map((answer) => answer.startsWith('close ')),
          [false, false, false, false, true],
        );
        assert.deepEqual(await stopped, { cutOff: 0 });
        assert.deepEqual([begun.length, completed], [5, 5]);
      },
    );
  });

  test(`${door.name}: a request that comes after the reply that ends its connection is not begun`, async () => {
    const first = deferred();
    const headSent = deferred();
    const rest = deferred();
    const begun: string[] = [];
    await listening(
      door,
      async (exchange) => {
        begun.push(exchange.path);
        await first.promise;
        await exchange.reply.stream(
          (async function* pieces() {
            yield 'ab';
            headSent.resolve();
            await rest.promise;
            yield 'cd';
          })(),
        );
      },
      async (listener) => {
        const connection = await RawConnection.to(listener, door);
        connection.send('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n');
        while (begun.length === 0) await new Promise((resolve) => setImmediate(resolve));
        await listener.stopAccepting();
        const stopped = listener.drain(new AbortController().signal);
        first.resolve();
        await headSent.promise;
        assert.match(await connection.until(/ab/), /\r\nConnection: close\r\n/);
        connection.send('POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc');
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
        rest.resolve();
        assert.match(await connection.whole(), /\r\nab\r\n2\r\ncd\r\n0\r\n\r\n$/);
        assert.deepEqual(await stopped, { cutOff: 0 });
        assert.deepEqual(begun, ['/1']);
      },
    );
  });
}

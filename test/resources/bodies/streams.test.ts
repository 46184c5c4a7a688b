import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { Consumes, GET, POST, Path, Produces, Reply, StreamingOutput } from 'keelson';
import type { BodyReader, BodyWriter } from 'keelson';

import { capturing, until } from '../captured.js';
import { serve } from '../serving.js';

@Path('/s')
@Produces('text/plain')
class StreamResource {
  closed: string[] = [];

  @GET @Path('/iterable') async *iterable(): AsyncGenerator<string | Uint8Array> {
    yield 'one ';
    await sleep(1);
    yield new Uint8Array([50]);
  }
  @GET @Path('/readable') readable(): Readable {
    return Readable.from(['a', 'b']);
  }
  @GET @Path('/web') web(): ReadableStream {
    return new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([119]));
        controller.close();
      },
    });
  }
  @GET @Path('/written') written(): StreamingOutput {
    return new StreamingOutput(async (write) => {
      await write('x');
      await write('y');
    });
  }
  @GET @Path('/failing') failing(): StreamingOutput {
    return new StreamingOutput(async (write) => {
      await write('x');
      throw new Error('pen broke');
    });
  }
  @GET @Path('/endless') async *endless(): AsyncGenerator<string> {
    try {
      for (;;) yield 'x'.repeat(10_000);
    } finally {
      this.closed.push('endless');
    }
  }
  @GET @Path('/endless-written') endlessWritten(): StreamingOutput {
    return new StreamingOutput(async (write) => {
      try {
        for (;;) await write('x'.repeat(10_000));
      } finally {
        this.closed.push('written');
      }
    });
  }
  @GET @Path('/reply') reply(): Reply {
    return Reply.ok(Readable.from(['a,b\n']))
      .type('text/csv')
      .header('Content-Disposition', 'attachment');
  }
  @GET @Path('/default-type') @Produces('*/*') defaultType(): Readable {
    return Readable.from(['a']);
  }
  @POST @Path('/upload') @Consumes('*/*') async upload(body: Readable): Promise<string> {
    let length = 0;
    for await (const piece of body) length += (piece as Uint8Array).length;
    return String(length);
  }
  @POST @Path('/form') form(form: URLSearchParams): string {
    return [...form].map((pair) => pair.join('=')).join(' ');
  }
  @POST @Path('/bytes') @Consumes('application/octet-stream') bytes(body: Uint8Array): string {
    return String(body.length);
  }
}

const served = serve(StreamResource);

for (const [path, text] of [
  ['iterable', 'one 2'],
  ['readable', 'ab'],
  ['web', 'w'],
  ['written', 'xy'],
]) {
  test(`${path} is sent piece by piece`, async () => {
    const answer = await served.get(`/s/${path}`);
    assert.deepEqual([answer.status, answer.text, answer.header('Content-Length')], [200, text, undefined]);
  });
}

test('a stream in a reply has the type and the headers that were built', async () => {
  const answer = await served.get('/s/reply');
  assert.deepEqual([answer.header('Content-Type'), answer.header('Content-Disposition'), answer.text], ['text/csv', 'attachment', 'a,b\n']);
  assert.equal((await served.get('/s/default-type')).header('Content-Type'), 'application/octet-stream');
});

test('HEAD does not run the source', async () => {
  const answer = await served.send({ method: 'HEAD', path: '/s/endless' });
  assert.deepEqual([answer.status, answer.text], [200, '']);
});

test('a function that fails in the middle ends the connection', async () => {
  await capturing(async (lines) => {
    assert.equal((await served.get('/s/failing')).complete, false);
    await until(() => lines.text.includes('! Error: pen broke'));
  });
});

for (const [path, name] of [
  ['endless', 'endless'],
  ['endless-written', 'written'],
]) {
  test(`when the client leaves, the source of ${path} is closed and nothing is logged as an error`, async () => {
    await capturing(async (lines) => {
      const resource = new StreamResource();
      const conversation = serve(resource).open({ path: `/s/${path}` });
      for await (const piece of conversation.pieces) {
        assert.ok(piece.length > 0);
        break;
      }
      conversation.leave();
      await until(() => resource.closed.length > 0);
      assert.deepEqual(resource.closed, [name]);
      assert.equal(lines.text.includes('ERROR'), false);
    });
  });
}

test('a slow client makes the source wait', async () => {
  let produced = 0;
  @Path('/slow')
  class Slow {
    @GET @Produces('text/plain') async *slow(): AsyncGenerator<string> {
      for (; produced < 1000; produced++) yield 'x'.repeat(100_000);
    }
  }
  const conversation = serve(Slow).open({ path: '/slow' });
  await conversation.head;
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(produced < 50, `${produced} pieces were made that nobody took`);
  conversation.leave();
});

test('bodies can be taken as a stream or as bytes', async () => {
  const upload = (path: string, type: string) =>
    served.send({ method: 'POST', path, body: 'x'.repeat(1000), headers: { 'content-type': type } });
  assert.equal((await upload('/s/upload', 'image/png')).text, '1000');
  assert.equal((await upload('/s/bytes', 'application/octet-stream')).text, '1000');
});

test('a form can be taken as a whole, in the order sent', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await served.send({ method: 'POST', path: '/s/form', body: 'b=1&a=2+3&b=%20', headers })).text, 'b=1 a=2 3 b= ');
});

class Csv {
  constructor(readonly cells: readonly string[]) {}
}

class CsvBodies implements BodyReader, BodyWriter {
  readonly mediaTypes = ['text/csv'];
  canRead(type: unknown): boolean {
    return type === Csv;
  }
  async read(bytes: Uint8Array): Promise<Csv> {
    return new Csv(Buffer.from(bytes).toString().split(','));
  }
  canWrite(value: unknown): boolean {
    return value instanceof Csv;
  }
  async write(value: unknown): Promise<string> {
    return (value as Csv).cells.join(';');
  }
}

@Path('/csv')
class CsvResource {
  @POST @Consumes('text/csv') @Produces('text/csv') echo(csv: Csv): Csv {
    return csv;
  }
}

test('readers and writers of your own may wait, and one object may be both', async () => {
  const answer = await serve(CsvResource, CsvBodies).send({
    method: 'POST',
    path: '/csv',
    body: 'a,b',
    headers: { 'content-type': 'text/csv' },
  });
  assert.deepEqual([answer.text, answer.header('Content-Type')], ['a;b', 'text/csv;charset=utf-8']);
});

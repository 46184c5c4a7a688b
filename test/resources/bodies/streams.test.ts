import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  Consumes,
  Context,
  DataSize,
  GET,
  Length,
  MaxBodySize,
  Optional,
  POST,
  PUT,
  Path,
  Produces,
  Reply,
  StreamingOutput,
  Valid,
  optional,
} from 'keelson';
import type { BodyReader, BodyWriter } from 'keelson';

import { capturing, until } from '../captured.js';
import { serve, serveWith } from '../serving.js';

async function lengthOf(body: AsyncIterable<unknown>): Promise<number> {
  let length = 0;
  for await (const piece of body) length += (piece as Uint8Array).length;
  return length;
}

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
    return String(await lengthOf(body));
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

test('a stream without a declared type has the negotiated one, which is JSON', async () => {
  @Path('/rows')
  class Rows {
    @GET *rows(): Generator<string> {
      yield '[1,';
      yield '2]';
    }
    @GET @Path('/written') written(): StreamingOutput {
      return new StreamingOutput(async (write) => write('{}'));
    }
    @GET @Path('/bytes') bytes(): Uint8Array {
      return new Uint8Array([49]);
    }
  }
  const rows = serve(Rows);
  const answer = await rows.get('/rows', { Accept: 'application/json' });
  assert.deepEqual([answer.header('Content-Type'), answer.json], ['application/json', [1, 2]]);
  assert.equal((await rows.get('/rows/written')).header('Content-Type'), 'application/json');
  assert.equal((await rows.get('/rows/bytes')).header('Content-Type'), 'application/octet-stream');
});

test('pieces whose write is not awaited are sent in order', async () => {
  @Path('/hasty')
  class Hasty {
    @GET @Produces('text/plain') hasty(): StreamingOutput {
      return new StreamingOutput(async (write) => {
        void write('a');
        void write('b');
        await write('c');
        void write('d');
      });
    }
  }
  const answer = await serve(Hasty).get('/hasty');
  assert.deepEqual([answer.text, answer.complete], ['abcd', true]);
});

test('a write that is not awaited when the client leaves is no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown): unknown => unhandled.push(reason);
  process.on('unhandledRejection', listener);
  try {
    const ended: string[] = [];
    @Path('/careless')
    class Careless {
      @GET @Produces('text/plain') careless(@Context signal: AbortSignal): StreamingOutput {
        return new StreamingOutput(async (write) => {
          while (!signal.aborted) {
            void write('x'.repeat(10_000));
            await sleep(1);
          }
          void write('after the client has left');
          ended.push('ended');
        });
      }
    }
    const conversation = serve(Careless).open({ path: '/careless' });
    for await (const piece of conversation.pieces) {
      assert.ok(piece.length > 0);
      break;
    }
    conversation.leave();
    await until(() => ended.length > 0);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(unhandled, []);
  } finally {
    process.off('unhandledRejection', listener);
  }
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

test('a body can be taken as it arrives in several forms', async () => {
  @Path('/forms')
  @Consumes('*/*')
  @Produces('text/plain')
  class Forms {
    @POST @Path('/iterable') async iterable(@Valid(Readable) body: AsyncIterable<Uint8Array>): Promise<string> {
      return String(await lengthOf(body));
    }
    @POST @Path('/web') async web(body: ReadableStream<Uint8Array>): Promise<string> {
      return String(await lengthOf(body));
    }
    @POST @Path('/maybe') async maybe(@Valid(optional(Readable)) body: Optional<Readable>): Promise<string> {
      return body.isPresent() ? String(await lengthOf(body.get())) : 'absent';
    }
  }
  const forms = serveWith({ maxRequestBodySize: 10 }, Forms);
  for (const path of ['iterable', 'web', 'maybe']) {
    assert.equal((await forms.send({ method: 'POST', path: `/forms/${path}`, body: 'x'.repeat(1000) })).text, '1000', path);
  }
  assert.equal((await forms.send({ method: 'POST', path: '/forms/maybe' })).text, 'absent');
});

test('a streamed body has no limit but its own, other bodies have the server’s unless they say otherwise', async () => {
  @Path('/limits')
  @Consumes('*/*')
  @Produces('text/plain')
  class Limits {
    @POST @Path('/stream') async stream(body: Readable): Promise<string> {
      return String(await lengthOf(body));
    }
    @POST @Path('/short-stream') @MaxBodySize('1 KiB') async shortStream(body: Readable): Promise<string> {
      return String(await lengthOf(body));
    }
    @POST @Path('/bytes') bytes(body: Uint8Array): string {
      return String(body.length);
    }
    @POST @Path('/many-bytes') @MaxBodySize(DataSize.kilobytes(3)) manyBytes(body: Uint8Array): string {
      return String(body.length);
    }
  }
  const limits = serveWith({ maxRequestBodySize: 2048 }, Limits);
  const answers: string[] = [];
  for (const [path, length] of [
    ['stream', 3_000_000],
    ['short-stream', 1024],
    ['short-stream', 1025],
    ['bytes', 2048],
    ['bytes', 2049],
    ['many-bytes', 3072],
    ['many-bytes', 3073],
  ] as const) {
    const headers = { 'content-type': 'image/png' };
    const { status, text } = await limits.send({ method: 'POST', path: `/limits/${path}`, body: 'x'.repeat(length), headers });
    answers.push(`${path}: ${status} ${status === 200 ? text : ''}`.trim());
  }
  assert.deepEqual(answers, [
    'stream: 200 3000000',
    'short-stream: 200 1024',
    'short-stream: 413',
    'bytes: 200 2048',
    'bytes: 413',
    'many-bytes: 200 3072',
    'many-bytes: 413',
  ]);
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

test('a reader may return a promise of another make', async () => {
  const reader: BodyReader = {
    mediaTypes: ['text/later'],
    canRead: () => true,
    read: (bytes) => ({
      then: (resolve: (value: string) => void) => resolve(Buffer.from(bytes).toString().toUpperCase()),
    }),
  };
  @Path('/later')
  class Later {
    @POST @Consumes('text/later') @Produces('text/plain') later(@Valid(optional(String)) body: Optional<string>): string {
      return body.orElse('absent');
    }
    @PUT @Consumes('text/later') @Produces('text/plain') put(@Length({ max: 3 }) body: string): string {
      return body;
    }
  }
  const later = serve(Later, reader);
  const send = (method: string, body: string) => later.send({ method, path: '/later', body, headers: { 'content-type': 'text/later' } });
  assert.equal((await send('POST', 'abc')).text, 'ABC');
  assert.equal((await send('PUT', 'abc')).text, 'ABC');
  assert.equal((await send('PUT', 'abcd')).status, 422);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Duration, GET, HeaderParam, JsonProperty, JsonSnakeCase, Path, Produces, Reply } from 'keelson';
import type { ServerEvent } from 'keelson';
import { CapturedLogs, ResourceTest } from 'keelson/testing';

@JsonSnakeCase
class Order {
  @JsonProperty orderName = 'tea';
}

@Path('/events')
class EventResource {
  readonly closed: string[] = [];

  @GET
  @Path('/kinds')
  @Produces('text/event-stream')
  async *kinds(): AsyncGenerator<ServerEvent> {
    yield { data: 'plain' };
    yield { data: 'two\nlines\r\nor\rfour' };
    yield { id: 7, event: 'order', data: new Order() };
    yield { id: '', data: null };
    yield { retry: Duration.seconds(2), data: '' };
    yield { retry: '1 minute' };
    yield { data: ' begins with a blank' };
  }

  @GET
  @Path('/after')
  @Produces('text/event-stream')
  *after(@HeaderParam('Last-Event-ID') last?: string): Iterable<ServerEvent> {
    yield { data: last ?? 'from the beginning' };
  }

  @GET
  @Path('/written')
  @Produces('text/event-stream')
  async *written(): AsyncGenerator<string | Uint8Array | ServerEvent> {
    yield 'data: by hand\n\n';
    yield Buffer.from('data: as bytes\n\n');
    yield { data: 'as an object' };
  }

  @GET
  @Path('/own-headers')
  @Produces('text/event-stream')
  own(): Reply {
    return Reply.ok(this.written()).header('Cache-Control', 'private').header('X-Accel-Buffering', 'yes');
  }

  @GET
  @Path('/quiet')
  @Produces('text/event-stream')
  async *quiet(): AsyncGenerator<ServerEvent> {
    try {
      yield { data: 'one' };
      await new Promise((resolve) => setTimeout(resolve, 100));
      yield { data: 'two' };
    } finally {
      this.closed.push('quiet');
    }
  }

  @GET
  @Path('/in-pieces')
  @Produces('text/event-stream')
  async *inPieces(): AsyncGenerator<string> {
    yield 'data: o';
    await new Promise((resolve) => setTimeout(resolve, 60));
    yield 'ne\n\n';
  }

  @GET
  @Path('/wrong')
  @Produces('text/event-stream')
  async *wrong(): AsyncGenerator<unknown> {
    try {
      yield { data: 'good' };
      yield { n: 1 };
    } finally {
      this.closed.push('wrong');
    }
  }

  @GET
  @Path('/fails')
  @Produces('text/event-stream')
  // oxlint-disable-next-line require-yield
  async *fails(): AsyncGenerator<ServerEvent> {
    throw new Error('no events today');
  }
}

test('events are written as the HTML standard says: text as it is, line by line, everything else as JSON', async () => {
  const answer = await new ResourceTest([EventResource]).get('/events/kinds');
  assert.equal(answer.status, 200);
  assert.deepEqual(
    ['Content-Type', 'Cache-Control', 'X-Accel-Buffering'].map((name) => answer.header(name)),
    ['text/event-stream;charset=utf-8', 'no-store', 'no'],
  );
  assert.equal(
    answer.text,
    'data: plain\n\n' +
      'data: two\ndata: lines\ndata: or\ndata: four\n\n' +
      'id: 7\nevent: order\ndata: {"order_name":"tea"}\n\n' +
      'id: \ndata: null\n\n' +
      'retry: 2000\ndata: \n\n' +
      'retry: 60000\n\n' +
      'data:  begins with a blank\n\n',
  );
});

test('a client that reconnects says which event it has seen last', async () => {
  const events = new ResourceTest([EventResource]);
  assert.equal((await events.get('/events/after')).text, 'data: from the beginning\n\n');
  assert.equal((await events.get('/events/after', { 'Last-Event-ID': '41' })).text, 'data: 41\n\n');
});

test('text and bytes in an event stream are sent as they are', async () => {
  const answer = await new ResourceTest([EventResource]).get('/events/written');
  assert.equal(answer.text, 'data: by hand\n\ndata: as bytes\n\ndata: as an object\n\n');
});

test('headers that a method sets itself stay', async () => {
  const answer = await new ResourceTest([EventResource]).get('/events/own-headers');
  assert.deepEqual([answer.header('Cache-Control'), answer.header('X-Accel-Buffering')], ['private', 'yes']);
});

test('a client that accepts no event stream gets 406, and a stream that fails at once an error reply', async () => {
  const events = new ResourceTest([EventResource]);
  assert.equal((await events.get('/events/kinds', { Accept: 'application/json' })).status, 406);
  const logs = CapturedLogs.start();
  try {
    assert.equal((await events.get('/events/fails')).status, 500);
  } finally {
    logs.stop();
  }
});

test('a silent stream gets comments, which clients do not see, and the source is closed at its end', async () => {
  const resource = new EventResource();
  const answer = await new ResourceTest([resource], { eventHeartbeat: 20 }).get('/events/quiet');
  assert.match(answer.text, /^data: one\n\n(?::\n\n)+data: two\n\n$/);
  assert.deepEqual(resource.closed, ['quiet']);
});

test('no comment falls into an event that is written in pieces', async () => {
  const answer = await new ResourceTest([EventResource], { eventHeartbeat: 10 }).get('/events/in-pieces');
  assert.equal(answer.text, 'data: one\n\n');
});

test('an object that is not an event ends the stream and closes the source, and the log says what was wrong with it', async () => {
  const resource = new EventResource();
  const logs = CapturedLogs.start();
  try {
    const answer = await new ResourceTest([resource]).get('/events/wrong');
    assert.deepEqual([answer.text, answer.complete], ['data: good\n\n', false]);
    // The line is written after the client has seen the end.
    while (!logs.text.includes('ServerEventError')) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(resource.closed, ['wrong']);
    assert.match(
      logs.text,
      /An event cannot be sent: it has a field "n"; send objects with data and, where needed, id, event and retry, as in \{ data: order \}/,
    );
  } finally {
    logs.stop();
  }
});

test('the testing kit reads events as a page sees them', async () => {
  const service = new ResourceTest([EventResource]);
  using events = await service.events('/events/kinds');
  assert.deepEqual(await events.next(), { id: '', event: 'message', data: 'plain' });
  assert.deepEqual(await events.next(), { id: '', event: 'message', data: 'two\nlines\nor\nfour' });
  assert.deepEqual(await events.next(), { id: '7', event: 'order', data: '{"order_name":"tea"}' });
  assert.deepEqual(await events.next(), { id: '', event: 'message', data: 'null' });
  assert.deepEqual(await events.next(), { id: '', event: 'message', data: '' });
  assert.equal(events.retry, 2000);
  assert.deepEqual(await events.next(), { id: '', event: 'message', data: ' begins with a blank' });
  assert.equal(events.retry, 60_000);
  await assert.rejects(events.next(), { name: 'TestAnswerError' });
  await assert.rejects(service.events('/events/none'), {
    message: 'The answer to GET /events/none is no event stream: it is 404 and text/plain;charset=utf-8',
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { Application, Configuration, Context, GET, Path, Produces } from 'keelson';
import type { Environment } from 'keelson';
import { ApplicationTest, ResourceTest } from 'keelson/testing';
import type { TestClient } from 'keelson/testing';

@Path('/events')
class EventResource {
  readonly told: string[] = [];

  @GET
  @Produces('text/event-stream')
  async *events(@Context signal: AbortSignal): AsyncGenerator<string> {
    signal.addEventListener('abort', () => this.told.push('left'));
    for (let number = 1; number <= 3; number++) yield `data: ${number} é\n\n`;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }

  @GET
  @Path('/few')
  @Produces('text/plain')
  async *few(): AsyncGenerator<string> {
    yield 'one ';
    yield 'two';
  }

  @GET
  @Path('/never')
  never(): Promise<string> {
    return new Promise(() => undefined);
  }
}

const inMemory = new EventResource();
const overSockets = new EventResource();

class EventApplication extends Application {
  override run(_configuration: Configuration, environment: Environment): void {
    environment.resources.register(overSockets);
  }
}

const service = new ApplicationTest(new EventApplication(), { overrides: { 'server.gzip.enabled': false } });

for (const [kind, client, resource] of [
  ['resources in memory', new ResourceTest([inMemory]), inMemory],
  ['a whole service', service, overSockets],
] as readonly (readonly [string, TestClient, EventResource])[]) {
  describe(`an answer of ${kind} that is read piece by piece`, () => {
    before(() => (client === service ? service.start() : undefined));
    after(() => (client === service ? service.stop() : undefined));

    test('has its head at once, and its text as it comes', async () => {
      using events = await client.open('/events', { Accept: 'text/event-stream' });
      assert.deepEqual([events.status, events.header('Content-Type')], [200, 'text/event-stream;charset=utf-8']);
      assert.equal(await events.readUntil('\n\n'), 'data: 1 é\n\n');
      assert.equal(await events.readUntil(/data: \d/g), 'data: 2');
      assert.equal(await events.readUntil('3 é\n\n'), ' é\n\ndata: 3 é\n\n');
    });

    test('says what came in place of the text that was waited for', async () => {
      using events = await client.open('/events');
      await assert.rejects(events.readUntil('data: 4', '50 ms'), {
        code: 'KEELSON_TEST_ANSWER',
        message:
          'The answer to GET /events did not send data: 4 within 50 milliseconds; it sent "data: 1 é\\n\\ndata: 2 é\\n\\ndata: 3 é\\n\\n"',
      });
      assert.equal(await events.readUntil('\n\n'), 'data: 1 é\n\n');
      using few = await client.open('/events/few');
      await assert.rejects(few.readUntil('three'), {
        message: 'The answer to GET /events/few ended without three; it sent "one two"',
      });
    });

    test('is an iterable of its pieces', async () => {
      using few = await client.open({ path: '/events/few' });
      let text = '';
      for await (const piece of few) text += piece.toString();
      assert.equal(text, 'one two');
    });

    test('closes the connection when the test leaves', async () => {
      resource.told.length = 0;
      const left = await client.open('/events');
      for await (const _piece of left) break;
      const closed = await client.open('/events');
      closed.close();
      while (resource.told.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
      assert.deepEqual(resource.told, ['left', 'left']);
    });

    test('is not waited for for ever where the whole answer was asked for', async () => {
      const message = (path: string) =>
        `The answer to GET ${path} has not ended after 50 milliseconds; read an endless answer with open(), or give the request a longer limit`;
      for (const path of ['/events', '/events/never']) {
        await assert.rejects(client.request({ path, limit: '50 ms' }), { code: 'KEELSON_TEST_ANSWER', message: message(path) });
      }
      await assert.rejects(client.open({ path: '/events/never', limit: '50 ms' }), { message: message('/events/never') });
    });
  });
}

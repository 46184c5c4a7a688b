import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Context, GET, Path, Produces, RequestContext } from 'keelson';

import { defaultLimits } from '../../../src/server/engines/engine.js';
import { InMemoryEngine } from '../../../src/server/engines/in-memory-engine.js';
import { serve } from '../serving.js';

@Path('/news')
class NewsResource {
  readonly closed: string[] = [];

  @GET
  @Path('/events')
  @Produces('text/event-stream')
  async *events(@Context request: RequestContext): AsyncGenerator<string> {
    try {
      yield 'data: first\n\n';
      await aborted(request.stopping);
      yield 'data: too late\n\n';
    } finally {
      this.closed.push('events');
    }
  }

  /** No event stream, but it would go on for ever as well, and ends by itself when it is told. */
  @GET
  @Path('/ticker')
  @Produces('text/plain')
  async *ticker(@Context request: RequestContext): AsyncGenerator<string> {
    yield 'tick ';
    await aborted(request.stopping);
    yield 'goodbye';
  }
}

test('event streams of resources end when the service begins to stop, and other methods can see it in their RequestContext', async () => {
  const resource = new NewsResource();
  const stop = new AbortController();
  const engine = new InMemoryEngine();
  const { port } = await engine.listen(
    {
      address: { kind: 'port', port: 0, host: undefined },
      limits: defaultLimits,
      trustedProxies: 0,
      stopping: stop.signal,
      onFailure: (exchange) => exchange.reply.abort(),
    },
    serve(resource).handler,
  );
  const events = engine.open(port, { path: '/news/events' });
  const ticker = engine.open(port, { path: '/news/ticker' });
  await Promise.all([events.head, ticker.head]);
  setImmediate(() => stop.abort());
  const answers = await Promise.all([events.answer, ticker.answer]);
  assert.deepEqual(
    answers.map(({ text, complete }) => [text, complete]),
    [
      ['data: first\n\n', true],
      ['tick goodbye', true],
    ],
  );
  assert.deepEqual(resource.closed, ['events']);
});

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

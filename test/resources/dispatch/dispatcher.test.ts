import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  CacheControl,
  Consumes,
  Context,
  DELETE,
  ExceptionMetered,
  GET,
  HEAD,
  HttpMethod,
  IntParam,
  JsonMapper,
  JsonProperty,
  Metered,
  MetricRegistry,
  Min,
  NotEmpty,
  NotFoundException,
  NotNull,
  OPTIONS,
  Optional,
  POST,
  PUT,
  Path,
  PathParam,
  Produces,
  QueryParam,
  Reply,
  RequestContext,
  Timed,
  Timeout,
  Valid,
  Int,
} from 'keelson';

import { ResourceRegistry } from '../../../src/resources/index.js';
import { InMemoryEngine } from '../../../src/server/engines/in-memory-engine.js';
import { Validator } from '../../../src/validation/validator.js';
import { capturing } from '../captured.js';
import { Served, registryOf, serve, serveWith } from '../serving.js';

class Thing {
  @JsonProperty(Int) @Min(0) id!: number;
}

@Path('/things')
class ThingResource {
  @GET list(): readonly number[] {
    return [1, 2];
  }
  @POST create(@Valid @NotNull thing: Thing): Reply {
    return Reply.created(`/things/${thing.id}`).body(thing);
  }
  @GET @Path('/{id}') fetch(@PathParam('id') id: IntParam): Optional<object> {
    return id.get() === 1 ? Optional.of({ id: 1 }) : Optional.absent();
  }
  @DELETE @Path('/{id}') remove(@PathParam('id') _id: IntParam): void {}
  @GET @Path('/special') special(): string {
    return 'special';
  }
  @HttpMethod('PURGE') @Path('/special') purge(): void {}
  @GET @Path('/maybe') maybe(): Reply {
    return Reply.ok(Optional.absent());
  }
  @GET @Path('/bytes') bytes(): Uint8Array {
    return new Uint8Array([104, 105]);
  }
  @GET @Path('/thenable') thenable(): unknown {
    return { then: (resolve: (value: unknown) => void) => resolve({ ok: true }) };
  }
  @GET @Path('/link') link(@Context request: RequestContext): object {
    return { self: request.uriOf(ThingResource, 'fetch', { id: 1 }, { full: true, tag: ['a', 'b'] }) };
  }
}

const served = serve(ThingResource);

test('a missing path is 404, a missing method 405 with those that are there', async () => {
  assert.deepEqual((await served.get('/nothing')).json, { code: 404, message: 'HTTP 404 Not Found' });
  const answer = await served.send({ method: 'PUT', path: '/things' });
  assert.equal(answer.status, 405);
  assert.equal(answer.header('Allow'), 'GET, HEAD, OPTIONS, POST');
  assert.deepEqual(answer.json, { code: 405, message: 'HTTP 405 Method Not Allowed' });
});

test('the best template is chosen before the method', async () => {
  const answer = await served.send({ method: 'DELETE', path: '/things/special' });
  assert.equal(answer.status, 405);
  assert.equal(answer.header('Allow'), 'GET, HEAD, OPTIONS, PURGE');
});

test('a client that takes no JSON gets the message as text', async () => {
  const answer = await served.get('/nothing', { accept: 'image/png' });
  assert.equal(answer.header('Content-Type'), 'text/plain;charset=utf-8');
  assert.equal(answer.text, 'HTTP 404 Not Found');
});

test('HEAD is answered by GET without the body, OPTIONS by the methods', async () => {
  const head = await served.send({ method: 'HEAD', path: '/things' });
  assert.equal(head.status, 200);
  assert.equal(head.header('Content-Length'), '5');
  assert.equal(head.text, '');
  const options = await served.send({ method: 'OPTIONS', path: '/things/1' });
  assert.equal(options.status, 200);
  assert.equal(options.header('Allow'), 'DELETE, GET, HEAD, OPTIONS');
  assert.equal(options.text, '');
});

test('results: nothing is 204, an absent Optional 404, also within a reply', async () => {
  assert.equal((await served.send({ method: 'DELETE', path: '/things/1' })).status, 204);
  assert.equal((await served.get('/things/2')).status, 404);
  assert.equal((await served.get('/things/maybe')).status, 404);
});

test('text is JSON too where JSON is produced, bytes are bytes', async () => {
  assert.equal((await served.get('/things/special')).text, '"special"');
  const bytes = await served.get('/things/bytes');
  assert.equal(bytes.text, 'hi');
  assert.equal(bytes.header('Content-Type'), 'application/octet-stream');
});

test('a reply is sent as built', async () => {
  const answer = await served.post('/things', { id: 3 });
  assert.equal(answer.status, 201);
  assert.equal(answer.header('Location'), '/things/3');
  assert.deepEqual(answer.json, { id: 3 });
});

test('promises of other makes are waited for', async () => {
  assert.deepEqual((await served.get('/things/thenable')).json, { ok: true });
});

test('links are built from the paths of resources', async () => {
  assert.deepEqual((await served.get('/things/link')).json, { self: '/things/1?full=true&tag=a&tag=b' });
});

test('a synchronous method is answered without a promise, and so is a refusal', async () => {
  for (const path of ['/things/1', '/things/x', '/nothing']) {
    let outcome: unknown;
    await new InMemoryEngine().answer(
      (exchange) => {
        outcome = served.handler(exchange);
        assert.equal(exchange.reply.committed, true);
      },
      { path },
    );
    assert.equal(outcome, undefined);
  }
});

@Path('/media')
class MediaResource {
  @GET json(): object {
    return { form: 'json' };
  }
  @GET @Produces('text/plain') text(): string {
    return 'text';
  }
  @GET @Produces('text/csv;qs=0.5', 'application/xml') @Path('/several') several(): string {
    return '<csv/>';
  }
  @PUT @Consumes('text/*') @Produces('text/plain') anyText(body: string): string {
    return `text ${body}`;
  }
  @PUT @Consumes('text/csv') @Produces('text/plain') csv(body: string): string {
    return `csv ${body}`;
  }
  @PUT @Produces('text/plain') jsonBody(body: Thing): string {
    return `json ${body.id}`;
  }
  @POST @Path('/no-body') @Produces('text/plain') noBody(): string {
    return 'ok';
  }
  @GET @Path('/object') @Produces('text/plain') object(): object {
    return {};
  }
}

const media = serve(MediaResource);

test('Accept chooses among methods of one path, by quality and then by precision', async () => {
  assert.equal((await media.get('/media')).text, '{"form":"json"}');
  assert.equal((await media.get('/media', { accept: 'text/*' })).text, 'text');
  assert.equal((await media.get('/media', { accept: 'application/json;q=0.1, */*;q=0.5' })).text, 'text');
  const answer = await media.get('/media', { accept: 'image/png' });
  assert.equal(answer.status, 406);
  assert.equal(answer.text, 'HTTP 406 Not Acceptable');
  assert.equal((await media.get('/media')).header('Vary'), 'Accept');
});

test('an invalid request is told so even where its Accept header cannot be satisfied, a valid one is not let in', async () => {
  let calls = 0;
  @Path('/picky')
  class PickyResource {
    @GET get(@QueryParam('n', Int) @NotNull n: number): object {
      calls++;
      return { n };
    }
  }
  const picky = serve(PickyResource);
  const invalid = await picky.get('/picky', { accept: 'text/plain' });
  assert.deepEqual([invalid.status, invalid.text], [400, '* query param n may not be null\n']);
  assert.equal((await picky.get('/picky', { accept: 'image/png' })).status, 406);
  assert.equal((await picky.get('/picky?n=1', { accept: 'text/plain' })).status, 406);
  assert.equal(calls, 0);
});

test('the quality that the server gives counts after the client’s', async () => {
  assert.equal((await media.get('/media/several')).header('Content-Type'), 'application/xml');
  assert.equal((await media.get('/media/several', { accept: 'text/csv' })).header('Content-Type'), 'text/csv;charset=utf-8');
});

test('the content’s type chooses among methods, the most precise one first', async () => {
  const put = (type: string, body: string) => media.send({ method: 'PUT', path: '/media', body, headers: { 'content-type': type } });
  assert.equal((await put('text/csv', 'x')).text, 'csv x');
  assert.equal((await put('text/html; charset=iso-8859-1', 'x')).text, 'text x');
  assert.equal((await put('application/json', '{"id":1}')).text, 'json 1');
  assert.equal((await put('application/vnd.thing+json', '{"id":2}')).text, 'json 2');
  assert.deepEqual((await put('image/png', 'x')).json, { code: 406, message: 'HTTP 406 Not Acceptable' });
  assert.equal((await put('no type at all', 'x')).status, 406);
  assert.equal((await put('text/csv;charset=klingon', 'x')).status, 415);
});

test('content in another charset is read in it', async () => {
  const body = Buffer.from([0xe4]);
  const answer = await media.send({ method: 'PUT', path: '/media', body, headers: { 'content-type': 'text/csv;charset=iso-8859-1' } });
  assert.equal(answer.text, 'csv ä');
});

test('whoever reads no content takes any', async () => {
  assert.equal(
    (await media.send({ method: 'POST', path: '/media/no-body', body: 'x', headers: { 'content-type': 'image/png' } })).text,
    'ok',
  );
});

test('the status for content that nobody reads can be the one of HTTP', async () => {
  const strict = serveWith({ unsupportedMediaTypeStatus: 415 }, MediaResource);
  const answer = await strict.send({ method: 'PUT', path: '/media', body: 'x', headers: { 'content-type': 'image/png' } });
  assert.deepEqual(answer.json, { code: 415, message: 'HTTP 415 Unsupported Media Type' });
});

test('an object that cannot be written as what was chosen is a 500, and the log says what to do', async () => {
  await capturing(async (lines) => {
    assert.equal((await media.get('/media/object')).status, 500);
    assert.match(
      lines.text,
      /Nothing can write a value of Object as text\/plain; return text or bytes, produce JSON, or register a BodyWriter/,
    );
  });
});

@Path('/own')
class OwnVerbs {
  @GET get(): string {
    return 'get';
  }
  @HEAD head(): Reply {
    return Reply.ok().header('X-Head', 'own');
  }
  @OPTIONS options(): Reply {
    return Reply.noContent().header('Allow', 'GET').header('X-Options', 'own');
  }
}

test('HEAD and OPTIONS of your own take the place of the automatic ones', async () => {
  const own = serve(OwnVerbs);
  assert.equal((await own.send({ method: 'HEAD', path: '/own' })).header('X-Head'), 'own');
  const options = await own.send({ method: 'OPTIONS', path: '/own' });
  assert.equal(options.status, 204);
  assert.equal(options.header('X-Options'), 'own');
});

class PartResource {
  constructor(private readonly order: number) {}
  @GET list(): object {
    return { order: this.order };
  }
  @GET @Path('/{part}') part(@PathParam('id') id: IntParam, @PathParam('part') part: string): object {
    return { id: id.get(), part };
  }
  @Path('/deeper') deeper(): PartResource {
    return new PartResource(this.order + 1);
  }
}

class HelpResource {
  @GET @Produces('text/plain') help(): string {
    return 'help';
  }
}

@Path('/orders')
class OrderResource {
  @GET @Path('/{id}') fetch(@PathParam('id') id: IntParam): object {
    return { id: id.get() };
  }
  @Path('/{id}/parts') parts(@PathParam('id') id: IntParam): PartResource {
    return new PartResource(id.get());
  }
  @Path('/help') help(): unknown {
    return HelpResource;
  }
  @Path('/later/{id}') async later(@PathParam('id') id: IntParam): Promise<PartResource | undefined> {
    await sleep(1);
    return id.get() === 0 ? undefined : new PartResource(id.get());
  }
}

test('sub-resources answer below the method that finds them', async () => {
  const orders = serve(OrderResource);
  assert.deepEqual((await orders.get('/orders/7')).json, { id: 7 });
  assert.deepEqual((await orders.get('/orders/7/parts')).json, { order: 7 });
  assert.deepEqual((await orders.get('/orders/7/parts/')).json, { order: 7 });
  assert.deepEqual((await orders.get('/orders/7/parts/wheel%20nut')).json, { id: 7, part: 'wheel nut' });
  assert.deepEqual((await orders.get('/orders/7/parts/deeper/deeper')).json, { order: 9 });
  assert.deepEqual((await orders.get('/orders/help')).text, 'help');
  assert.deepEqual((await orders.get('/orders/later/3')).json, { order: 3 });
  assert.equal((await orders.get('/orders/later/0')).status, 404);
  assert.equal((await orders.get('/orders/7/parts/a/b/c')).status, 404);
  assert.equal((await orders.send({ method: 'PUT', path: '/orders/7/parts' })).status, 405);
  assert.deepEqual((await orders.get('/orders/x/parts')).json, { errors: ['path param id is not a number.'] });
});

class Odd {
  constructor(private readonly depth: number) {}
  @HttpMethod('REPORT') report(): number {
    return this.depth;
  }
  @Path('/{even}') even(@PathParam('even') _even: string): unknown {
    return new Even(this.depth + 1);
  }
}

class Even {
  constructor(private readonly depth: number) {}
  @GET get(@Context request: RequestContext): object {
    return { depth: this.depth, route: request.exchange.route };
  }
  @Path('/{odd}') odd(@PathParam('odd') _odd: string): Odd {
    return new Odd(this.depth + 1);
  }
}

@Path('/tree')
class TreeResource {
  @Path('/') root(): Even {
    return new Even(0);
  }
}

test('sub-resources may lead to each other, but not without end', async () => {
  const registry = registryOf(TreeResource);
  assert.deepEqual([...registry.declaredMethods()].toSorted(), ['GET', 'REPORT']);
  const tree = new Served(registry, {});
  assert.deepEqual((await tree.get('/tree')).json, { depth: 0, route: '/tree/' });
  assert.deepEqual((await tree.get('/tree/a/b')).json, { depth: 2, route: '/tree/{odd}/{even}/' });
  assert.equal((await tree.send({ method: 'REPORT', path: '/tree/a/b/c' })).text, '3');
  assert.equal((await tree.get(`/tree${'/x'.repeat(1000)}`)).status, 404);
});

@Path('/slow')
@Timeout('20 ms')
class SlowResource {
  aborted: unknown;
  @GET async slow(@Context signal: AbortSignal): Promise<string> {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    this.aborted = signal.reason;
    return 'late';
  }
  @GET @Path('/quick') @Timeout('1 hour') async quick(): Promise<string> {
    return 'quick';
  }
}

test('a method that takes too long is answered with 503, and its signal is aborted', async () => {
  await capturing(async () => {
    const resource = new SlowResource();
    const slow = serve(resource);
    const answer = await slow.get('/slow');
    assert.equal(answer.status, 503);
    assert.deepEqual(answer.json, { code: 503, message: 'HTTP 503 Service Unavailable' });
    await sleep(1);
    assert.equal((resource.aborted as Error).name, 'TimeoutError');
    assert.equal((await slow.get('/slow/quick')).text, '"quick"');
  });
});

@Path('/cache')
class CacheResource {
  @GET @Path('/age') @CacheControl({ maxAge: '13 days' }) age(): string {
    return '';
  }
  @GET @Path('/all') @CacheControl({ private: true, noStore: true, mustRevalidate: true, sharedMaxAge: '13h' }) all(): string {
    return '';
  }
  @GET @Path('/immutable') @CacheControl({ immutable: true }) immutable(): string {
    return '';
  }
  @GET @Path('/transform') @CacheControl({ noTransform: false }) transform(): string {
    return '';
  }
  @GET @Path('/absent') @CacheControl({ maxAge: '1h' }) absent(): Optional<string> {
    return Optional.absent();
  }
  @GET @Path('/own') @CacheControl({ maxAge: '1h' }) own(): Reply {
    return Reply.ok('x').cacheControl({ noStore: true });
  }
}

test('@CacheControl sets the header of successful replies', async () => {
  const cache = serve(CacheResource);
  const header = async (path: string) => (await cache.get(`/cache/${path}`)).header('Cache-Control');
  assert.equal(await header('age'), 'no-transform, max-age=1123200');
  assert.equal(await header('all'), 'private, no-store, no-transform, must-revalidate, s-maxage=46800');
  assert.equal(await header('immutable'), 'no-transform, immutable, max-age=31536000');
  assert.equal(await header('transform'), undefined);
  assert.equal(await header('absent'), undefined);
  assert.equal(await header('own'), 'no-store');
});

@Path('/checked')
class CheckedResource {
  calls = 0;
  @GET @Path('/reply') @Valid @NotNull reply(@QueryParam('id', Int) id: number): Reply {
    const thing = new Thing();
    thing.id = id;
    return Reply.accepted(thing);
  }
  @GET @Path('/later') @NotEmpty async later(): Promise<string> {
    return '';
  }
  @GET @Path('/optional') @Valid optional(): Optional<Thing> {
    return Optional.absent();
  }
  @GET @Path('/property') @NotEmpty getProperty(): string {
    this.calls++;
    return 'x';
  }
  @GET @Path('/property/later') @NotEmpty async getLater(): Promise<string> {
    this.calls++;
    throw new Error('kaput');
  }
  @GET @Path('/with-argument') @NotEmpty getWith(@QueryParam('x') x: string): string {
    this.calls++;
    return x;
  }
  @GET @Path('/free') getFree(): string {
    this.calls++;
    return 'x';
  }
}

test('what a reply holds, and what a promise yields, is validated', async () => {
  const checked = serveWith({ validateResourceProperties: false }, CheckedResource);
  assert.equal((await checked.get('/checked/reply?id=1')).status, 202);
  const answer = await checked.get('/checked/reply?id=-1');
  assert.equal(answer.status, 500);
  assert.deepEqual(answer.json, { errors: ['server response id must be greater than or equal to 0'] });
  assert.deepEqual((await checked.get('/checked/later')).json, { errors: ['server response may not be empty'] });
  assert.equal((await checked.get('/checked/optional')).status, 404);
});

test('only constrained methods that look like properties are called twice, and start-up says so', async () => {
  await capturing(async (lines) => {
    const resource = new CheckedResource();
    const checked = serve(resource);
    const callsOf = async (path: string) => {
      resource.calls = 0;
      await checked.get(`/checked/${path}`);
      return resource.calls;
    };
    assert.equal(await callsOf('property'), 2);
    assert.equal(await callsOf('property/later'), 2);
    assert.equal(await callsOf('with-argument?x=1'), 1);
    assert.equal(await callsOf('free'), 1);
    const warnings = lines.events.filter(({ level }) => level.toString() === 'WARN').map(({ message }) => message.split(' ')[0]);
    assert.deepEqual(warnings, ['CheckedResource.getProperty', 'CheckedResource.getLater']);
  });
});

test('the extra call can be switched off, and then nothing is warned of', async () => {
  await capturing(async (lines) => {
    const resource = new CheckedResource();
    await serveWith({ validateResourceProperties: false }, resource).get('/checked/property');
    assert.equal(resource.calls, 1);
    assert.equal(lines.text.includes('WARN'), false);
  });
});

@Path('/measured')
class MeasuredResource {
  @GET @Timed timed(): string {
    return 'x';
  }
  @GET @Path('/fails') @ExceptionMetered @Metered({ name: 'calls' }) async fails(): Promise<never> {
    throw new NotFoundException();
  }
}

test('methods are timed and counted as their annotations say', async () => {
  const metrics = new MetricRegistry();
  const registry = new ResourceRegistry({ mapper: new JsonMapper(), validator: new Validator(), metrics }).register(MeasuredResource);
  const measured = new Served(registry, {});
  await measured.get('/measured');
  await measured.get('/measured');
  await measured.get('/measured/fails');
  assert.equal(metrics.timer('MeasuredResource.timed').count, 2);
  assert.equal(metrics.meter('MeasuredResource.calls').count, 1);
  assert.equal(metrics.meter('MeasuredResource.fails.exceptions').count, 1);
});

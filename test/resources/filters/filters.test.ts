import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  Consumes,
  Context,
  ContextKey,
  CookieParam,
  ForbiddenException,
  GET,
  HeaderParam,
  JsonProperty,
  Optional,
  POST,
  Path,
  Produces,
  Reply,
  RequestContext,
  ResponseContext,
  nameBinding,
} from 'keelson';
import type { DynamicFeature, RequestFilter, ResponseFilter } from 'keelson';

import type { FilterCollector, ResourceMethod } from '../../../src/resources/index.js';
import { capturing } from '../captured.js';
import { serve } from '../serving.js';

class Thing {
  @JsonProperty name!: string;
}

const Audited = nameBinding('Audited');
const Trace = new ContextKey<string[]>('Trace');

@Path('/f')
@Produces('text/plain')
class FilteredResource {
  @GET free(@Context(Trace) trace: string[] | undefined): string {
    return `free ${trace?.join(',') ?? ''}`;
  }
  @GET @Path('/header') header(@HeaderParam('x-user') user: string): string {
    return `user ${user}`;
  }
  @GET @Path('/boom') boom(): never {
    throw new Error('boom');
  }
}

@Path('/f')
@Produces('text/plain')
class PartlyAuditedResource extends FilteredResource {
  @GET @Path('/audited') @Audited audited(@Context(Trace) trace: string[] | undefined): string {
    return `audited ${trace?.join(',') ?? ''}`;
  }
}

@Path('/all-audited')
@Audited
class AuditedResource {
  @GET @Produces('text/plain') all(@Context(Trace) trace: string[] | undefined): string {
    return trace?.join(',') ?? '';
  }
}

function tracing(name: string, priority?: number): RequestFilter & ResponseFilter {
  return {
    ...(priority === undefined ? {} : { priority }),
    filterRequest(request: RequestContext): void {
      request.set(Trace, [...(request.get(Trace) ?? []), name]);
    },
    filterResponse(_request: RequestContext, response: ResponseContext): void {
      response.appendHeader('X-Trace', name);
    },
  };
}

test('filters run by priority on the way in and in reverse on the way out', async () => {
  const served = serve(FilteredResource, tracing('c', 9000), tracing('b'), tracing('a', 10));
  const answer = await served.get('/f');
  assert.equal(answer.text, 'free a,b,c');
  assert.equal(answer.header('X-Trace'), 'c, b, a');
});

@Audited
class AuditFilter implements RequestFilter {
  filterRequest(request: RequestContext): void {
    request.set(Trace, [...(request.get(Trace) ?? []), `audit ${request.resourceMethod?.name}`]);
  }
}

test('a bound filter runs only for methods and classes that carry the binding', async () => {
  const served = serve(PartlyAuditedResource, AuditedResource, AuditFilter);
  assert.equal((await served.get('/f')).text, 'free ');
  assert.equal((await served.get('/f/audited')).text, 'audited audit audited');
  assert.equal((await served.get('/all-audited')).text, 'audit all');
});

test('a request filter may answer, and then neither later filters nor the method run', async () => {
  const order: string[] = [];
  const refusing: RequestFilter = {
    filterRequest: () => {
      order.push('refusing');
      return Reply.status(403).body({ why: 'no' });
    },
  };
  const later: RequestFilter & ResponseFilter = {
    filterRequest: () => void order.push('later'),
    filterResponse: () => void order.push('response'),
  };
  const answer = await serve(FilteredResource, refusing, later).get('/f');
  assert.equal(answer.status, 403);
  assert.deepEqual(order, ['refusing', 'response']);
});

test('a request filter may change headers for the parameters that follow', async () => {
  const changing: RequestFilter = { filterRequest: (request) => request.setHeader('X-User', 'ada') };
  assert.equal((await serve(FilteredResource, changing).get('/f/header', { 'x-user': 'eve' })).text, 'user ada');
});

test('filters may wait', async () => {
  const waiting: RequestFilter & ResponseFilter = {
    async filterRequest(request) {
      await sleep(1);
      request.set(Trace, ['waited']);
    },
    async filterResponse(_request, response) {
      await sleep(1);
      response.setHeader('X-Waited', 'yes');
    },
  };
  const answer = await serve(FilteredResource, waiting, tracing('after')).get('/f');
  assert.equal(answer.text, 'free waited,after');
  assert.equal(answer.header('X-Waited'), 'yes');
});

test('a response filter may change status and body, of error replies too', async () => {
  const changing: ResponseFilter = {
    filterResponse(_request, response) {
      if (response.status === 404) {
        response.status = 410;
        response.entity = { gone: true };
      } else response.entity = `${String(response.entity)}!`;
    },
  };
  const served = serve(FilteredResource, changing);
  assert.equal((await served.get('/f')).text, 'free !');
  const gone = await served.get('/nowhere');
  assert.equal(gone.status, 410);
  assert.deepEqual(gone.json, { gone: true });
});

test('a filter that throws is answered like a method that throws', async () => {
  const failing: RequestFilter = {
    filterRequest: () => {
      throw new RangeError('secret');
    },
  };
  const mapper = { type: RangeError, toReply: () => Reply.status(400).body('out of range') };
  assert.equal((await serve(FilteredResource, failing, mapper).get('/f')).text, 'out of range');
});

test('a dynamic feature sees every method and chooses its filters', async () => {
  const seen: string[] = [];
  class TraceAudited implements DynamicFeature {
    configure(method: ResourceMethod, filters: FilterCollector): void {
      seen.push(`${method.httpMethod} ${method.path} ${method.resource.name}.${method.name} ${method.produces.join()}`);
      if (method.isBoundTo(Audited)) filters.register(tracing('dynamic'));
    }
  }
  const served = serve(PartlyAuditedResource, TraceAudited);
  assert.deepEqual(seen, [
    'GET /f PartlyAuditedResource.free text/plain',
    'GET /f/header PartlyAuditedResource.header text/plain',
    'GET /f/boom PartlyAuditedResource.boom text/plain',
    'GET /f/audited PartlyAuditedResource.audited text/plain',
  ]);
  assert.equal((await served.get('/f/audited')).text, 'audited dynamic');
  assert.equal((await served.get('/f')).text, 'free ');
});

test('a response filter sees the automatic OPTIONS and every refusal', async () => {
  @Path('/things')
  class Things {
    @GET list(): string[] {
      return [];
    }
    @POST create(body: Thing): Thing {
      return body;
    }
  }
  const seen: ResponseFilter = {
    filterResponse: async (request, response) => {
      response.setHeader('X-Seen', `${response.status} ${request.resourceMethod?.name ?? '-'}`);
    },
  };
  const things = serve(Things, seen);
  const seenFor = async (method: string, path: string, headers: Record<string, string> = {}): Promise<string | undefined> =>
    (await things.send({ method, path, headers })).header('X-Seen');
  assert.equal(await seenFor('OPTIONS', '/things'), '200 -');
  assert.equal(await seenFor('GET', '/nowhere'), '404 -');
  assert.equal(await seenFor('GET', '/things/%zz'), '400 -');
  assert.equal(await seenFor('DELETE', '/things'), '405 -');
  assert.equal(await seenFor('GET', '/things', { accept: 'image/png' }), '406 -');
  assert.equal(await seenFor('GET', '/things', { accept: 'text/plain' }), '406 list');
  assert.equal(await seenFor('POST', '/things', { 'content-type': 'text/csv' }), '406 -');
  assert.equal((await things.send({ method: 'OPTIONS', path: '/things' })).header('Allow'), 'GET, HEAD, OPTIONS, POST');
});

test('a response filter that fails over the automatic OPTIONS is answered', async () => {
  const broken: ResponseFilter = {
    filterResponse: (request) => {
      if (request.method === 'OPTIONS') throw new ForbiddenException('no preflight');
    },
  };
  const answer = await capturing(() => serve(FilteredResource, broken).send({ method: 'OPTIONS', path: '/f' }));
  assert.equal(answer.status, 500);
});

test('what a filter changes is seen by parameters, cookies, the body and negotiation of errors', async () => {
  @Path('/changed')
  class Changed {
    @GET @Produces('text/plain') show(@HeaderParam('x-tenant') tenant: string, @CookieParam('user') user: string): string {
      return `${tenant} ${user}`;
    }
    @POST @Consumes('text/plain') @Produces('text/plain') text(body: string): string {
      return body;
    }
    @GET @Path('/missing') missing(): Optional<string> {
      return Optional.absent();
    }
  }
  const filter: RequestFilter = {
    filterRequest: (request) => {
      request.setHeader('X-Tenant', 'acme');
      request.setHeader('Cookie', 'user=ada');
      request.setHeader('Accept', 'text/plain');
      if (request.method === 'POST') request.setHeader('Content-Type', 'text/plain;charset=latin1');
    },
  };
  const changed = serve(Changed, filter);
  assert.equal((await changed.get('/changed', { cookie: 'user=bob', 'x-tenant': 'other' })).text, 'acme ada');
  const headers = { 'content-type': 'text/plain' };
  assert.equal((await changed.send({ method: 'POST', path: '/changed', body: Buffer.from([0xe9]), headers })).text, 'é');
  assert.equal((await changed.get('/changed/missing')).text, 'HTTP 404 Not Found');
});

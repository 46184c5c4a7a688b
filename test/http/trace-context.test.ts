import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Context, GET, Path, RequestContext } from 'keelson';
import { ResourceTest } from 'keelson/testing';

import { HeaderMap } from '../../src/http/header-map.js';
import { TraceContext } from '../../src/http/trace-context.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

function read(traceparent: string | readonly string[], tracestate: string | readonly string[] = []): TraceContext | undefined {
  return TraceContext.read(HeaderMap.of({ traceparent, tracestate }));
}

test('a traceparent names the trace, the span and whether it is recorded', () => {
  const { isSampled, ...ids } = { ...read(`00-${traceId}-${spanId}-01`)! };
  assert.deepEqual([ids, isSampled], [{ traceId, spanId, state: undefined }, true]);
  assert.equal(read(`00-${traceId}-${spanId}-00`)?.isSampled, false);
  assert.equal(read(`00-${traceId}-${spanId}-ff`)?.isSampled, true);
});

test('a later version may say more at its end', () => {
  assert.equal(read(`01-${traceId}-${spanId}-01-what-comes`)?.traceId, traceId);
  assert.equal(read(`cc-${traceId}-${spanId}-01`)?.traceId, traceId);
});

for (const malformed of [
  '',
  '00',
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-1`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${traceId}-${spanId}-01-`,
  `ff-${traceId}-${spanId}-01`,
  `cc-${traceId}-${spanId}-01.x`,
  `0-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}x-${spanId}-01`,
  `00-${traceId.slice(1)}-${spanId}-01`,
  `00_${traceId}_${spanId}_01`,
]) {
  test(`the traceparent ${JSON.stringify(malformed)} is ignored`, () => assert.equal(read(malformed), undefined));
}

test('two traceparents are none', () => {
  assert.equal(read([`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`]), undefined);
});

test('a valid tracestate is kept, and one that is not is dropped while the trace stays', () => {
  const state = (text: string | readonly string[]) => read(`00-${traceId}-${spanId}-01`, text)?.state;
  assert.equal(state('rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'), 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE');
  assert.equal(state(['a=1', ' b=2 , ,fw529a3039@dt=x']), 'a=1,b=2,fw529a3039@dt=x');
  for (const bad of ['', 'a', 'A=1', 'a=', 'a=b=c', `a=${'x'.repeat(257)}`, Array.from({ length: 33 }, (_, i) => `k${i}=1`).join(',')])
    assert.equal(state(bad), undefined, bad);
});

@Path('/trace')
class TraceResource {
  @GET
  passedOn(@Context request: RequestContext): Readonly<Record<string, string>> {
    return { ...request.trace?.headers };
  }
}

test('a method passes the trace of its request on, unchanged', async () => {
  const service = new ResourceTest([TraceResource]);
  const headers = { traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'a=1' };
  assert.deepEqual((await service.get('/trace', headers)).json, headers);
  assert.deepEqual((await service.get('/trace', { traceparent: 'x' })).json, {});
});

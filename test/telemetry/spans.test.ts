import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

import { SpanStatusCode, context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { Application, Configuration, GET, Path, PathParam, Produces } from 'keelson';
import type { Environment } from 'keelson';
import { Traced, span, traceHeaders } from 'keelson/telemetry';
import { ApplicationTest } from 'keelson/testing';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

class Prices {
  @Traced
  async of(item: string): Promise<number> {
    await new Promise((resolve) => setImmediate(resolve));
    return span('arithmetic', () => item.length);
  }

  @Traced('the price that fails')
  fail(): never {
    throw new RangeError('no price');
  }
}

@Path('/prices')
class PriceResource {
  private readonly prices = new Prices();

  @GET
  @Path('/{item}')
  @Produces('text/plain')
  async price(@PathParam('item') item: string): Promise<string> {
    return `${await this.prices.of(item)} ${traceHeaders()['traceparent'] === undefined ? 'not passed on' : 'passed on'}`;
  }

  @GET
  @Path('/broken')
  broken(): number {
    return this.prices.fail();
  }
}

class PriceApplication extends Application<Configuration> {
  constructor() {
    super(Configuration);
  }

  override run(_configuration: Configuration, { resources }: Environment): void {
    resources.register(new PriceResource());
  }
}

/** Does the work while the official SDK is registered, and returns the spans that have ended by then. */
async function traced(work: () => Promise<void>): Promise<readonly ReadableSpan[]> {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  try {
    await work();
    return exporter.getFinishedSpans();
  } finally {
    trace.disable();
    context.disable();
    propagation.disable();
  }
}

test('a request is a span of the trace of its caller, and spans of your own are within it', async () => {
  const spans = await traced(async () => {
    const service = new ApplicationTest(new PriceApplication());
    await service.start();
    try {
      const headers = { traceparent: `00-${traceId}-${parentId}-01`, 'User-Agent': 'test' };
      assert.equal((await service.get('/prices/tea?currency=EUR', headers)).text, '3 passed on');
    } finally {
      await service.stop();
    }
  });
  const [arithmetic, of, request] = spans as [ReadableSpan, ReadableSpan, ReadableSpan];
  assert.deepEqual(
    spans.map(({ name }) => name),
    ['arithmetic', 'Prices.of', 'GET /prices/{item}'],
  );
  assert.deepEqual([...new Set(spans.map((one) => one.spanContext().traceId))], [traceId]);
  assert.deepEqual(
    [arithmetic, of, request].map(({ parentSpanContext }) => parentSpanContext?.spanId),
    [of.spanContext().spanId, request.spanContext().spanId, parentId],
  );
  assert.deepEqual(request.attributes, {
    'http.request.method': 'GET',
    'url.path': '/prices/tea',
    'url.query': 'currency=EUR',
    'url.scheme': 'http',
    'network.protocol.version': '1.1',
    'client.address': '127.0.0.1',
    'user_agent.original': 'test',
    'http.route': '/prices/{item}',
    'http.response.status_code': 200,
  });
  assert.deepEqual(request.status, { code: SpanStatusCode.UNSET });
});

test('what fails is noted in its span, and a 5xx in that of the request', async () => {
  const spans = await traced(async () => {
    const service = new ApplicationTest(new PriceApplication());
    await service.start();
    try {
      assert.equal((await service.get('/prices/broken')).status, 500);
      assert.equal((await service.get('/nowhere')).status, 404);
    } finally {
      await service.stop();
    }
  });
  assert.deepEqual(
    spans.map(({ name, status, attributes }) => [name, status, attributes['error.type']]),
    [
      ['the price that fails', { code: SpanStatusCode.ERROR, message: 'no price' }, 'RangeError'],
      ['GET /prices/broken', { code: SpanStatusCode.ERROR }, '500'],
      ['GET', { code: SpanStatusCode.UNSET }, undefined],
    ],
  );
  assert.deepEqual(
    spans[0]!.events.map(({ name, attributes }) => [name, attributes?.['exception.message']]),
    [['exception', 'no price']],
  );
});

test('without a registered tracer provider the work is just done, and OpenTelemetry plays no part', async () => {
  assert.equal(await new Prices().of('tea'), 3);
  assert.throws(() => new Prices().fail(), { message: 'no price' });
  assert.deepEqual(traceHeaders(), {});
  const program = `
    const { span } = await import('keelson/telemetry');
    const { createRequire } = await import('node:module');
    span('x', () => 1);
    const loaded = Object.keys(createRequire('/').cache).filter((file) => file.includes('opentelemetry'));
    console.log(loaded.length);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  assert.equal(stdout, '0\n');
});

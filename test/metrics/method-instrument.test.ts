import assert from 'node:assert/strict';
import { test } from 'node:test';

import { instrumentOf } from '../../src/metrics/method-instrument.js';
import { ExceptionMetered, Metered, Timed } from '../../src/metrics/metric-annotations.js';
import { MetricRegistry } from '../../src/metrics/metric-registry.js';

class OutOfStock extends Error {}

class OrderResource {
  @Timed list(): string {
    return 'orders';
  }

  @Timed()
  @Metered()
  get(id: number): Promise<string> {
    return id < 0 ? Promise.reject(new Error('no such order')) : Promise.resolve(`order ${id}`);
  }

  @Timed({ name: 'lookup' })
  named(): void {}

  @Metered({ name: 'orders.all', absolute: true })
  absolute(): void {}

  @ExceptionMetered({ cause: OutOfStock })
  buy(problem?: Error): string {
    if (problem !== undefined) throw problem;
    return 'bought';
  }

  plain(): void {}
}

class SpecialOrderResource extends OrderResource {}

test('a timed method is timed under class and method', () => {
  const registry = new MetricRegistry();
  const list = instrumentOf(OrderResource, 'list', registry)!.around(() => new OrderResource().list());
  assert.equal(list(), 'orders');
  assert.deepEqual([...registry.timers.keys()], ['OrderResource.list']);
  assert.equal(registry.timer('OrderResource.list').count, 1);
});

test('timed and metered together count both, until the promise settles, failures too', async () => {
  const registry = new MetricRegistry();
  const orders = new OrderResource();
  const get = instrumentOf(OrderResource, 'get', registry)!.around((id: number) => orders.get(id));
  const [timer, meter] = [registry.timer('OrderResource.get'), registry.meter('OrderResource.get')];

  const pending = get(7);
  assert.deepEqual([timer.count, meter.count], [0, 1]);
  assert.equal(await pending, 'order 7');
  assert.deepEqual([timer.count, meter.count], [1, 1]);

  await assert.rejects(get(-1), new Error('no such order'));
  assert.deepEqual([timer.count, meter.count], [2, 2]);
});

test('a name replaces the method, and an absolute one the class as well', () => {
  const registry = new MetricRegistry();
  instrumentOf(OrderResource, 'named', registry);
  instrumentOf(OrderResource, 'absolute', registry);
  assert.deepEqual([...registry.timers.keys()], ['OrderResource.lookup']);
  assert.deepEqual([...registry.meters.keys()], ['orders.all']);
});

test('exceptions are metered by class and by direct cause, and thrown on', () => {
  const registry = new MetricRegistry();
  const orders = new OrderResource();
  const buy = instrumentOf(OrderResource, 'buy', registry)!.around((problem?: Error) => orders.buy(problem));
  const meter = registry.meter('OrderResource.buy.exceptions');

  assert.equal(buy(), 'bought');
  assert.throws(() => buy(new Error('other')), new Error('other'));
  assert.equal(meter.count, 0);
  assert.throws(() => buy(new OutOfStock('none left')), OutOfStock);
  assert.throws(() => buy(new Error('wrapped', { cause: new OutOfStock('none left') })), { message: 'wrapped' });
  assert.equal(meter.count, 2);
});

test('an inherited method is measured under the class that declares it', () => {
  const registry = new MetricRegistry();
  instrumentOf(SpecialOrderResource, 'list', registry);
  assert.deepEqual([...registry.timers.keys()], ['OrderResource.list']);
});

test('a method without annotations has no instrument, and costs nothing', () => {
  assert.equal(instrumentOf(OrderResource, 'plain', new MetricRegistry()), undefined);
});

/** Like the query builders of database drivers: it sends its query when somebody waits for it, each time anew. */
class Query implements PromiseLike<string> {
  sent = 0;

  constructor(private readonly outcome: Promise<string>) {}

  then<A, B>(
    resolve?: ((value: string) => A | PromiseLike<A>) | null,
    reject?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.sent++;
    return this.outcome.then(resolve, reject);
  }
}

test('a thenable is measured until it settles, and asked for its value only once', async () => {
  const registry = new MetricRegistry();
  const timer = registry.timer('OrderResource.get');
  let settle!: (value: string) => void;
  const query = new Query(new Promise((resolve) => (settle = resolve)));
  const get = instrumentOf(OrderResource, 'get', registry)!.around((): PromiseLike<string> => query);
  const pending = get();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(timer.count, 0);
  settle('order 7');
  assert.equal(await pending, 'order 7');
  assert.deepEqual([timer.count, query.sent], [1, 1]);
});

test('a thenable that rejects counts as an exception', async () => {
  const registry = new MetricRegistry();
  const failing = new Query(Promise.reject(new OutOfStock('sold out')));
  const buy = instrumentOf(OrderResource, 'buy', registry)!.around((): PromiseLike<string> => failing);
  await assert.rejects(async () => buy(), { message: 'sold out' });
  assert.deepEqual([registry.meter('OrderResource.buy.exceptions').count, failing.sent], [1, 1]);
});

test('a timer times a thenable until it settles', async () => {
  const timer = new MetricRegistry().timer('lookup');
  const query = new Query(Promise.resolve('found'));
  const pending = timer.time((): PromiseLike<string> => query);
  assert.equal(timer.count, 0);
  assert.equal(await pending, 'found');
  assert.deepEqual([timer.count, query.sent], [1, 1]);
});

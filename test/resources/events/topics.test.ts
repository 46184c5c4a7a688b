import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GET, HeaderParam, JsonMapper, JsonProperty, MetricRegistry, Path, Produces } from 'keelson';
import type { ServerEvent, Topic } from 'keelson';
import { TopicRegistry } from 'keelson/resources';
import { ResourceTest } from 'keelson/testing';

class Order {
  @JsonProperty name!: string;

  static of(name: string): Order {
    return Object.assign(new Order(), { name });
  }
}

@Path('/orders')
class OrderResource {
  constructor(private readonly orders: Topic<Order>) {}

  @GET
  @Produces('text/event-stream')
  events(@HeaderParam('Last-Event-ID') last?: string): AsyncIterable<ServerEvent<Order>> {
    return this.orders.subscribe({ after: last });
  }
}

function newTopics(metrics?: MetricRegistry): TopicRegistry {
  return new TopicRegistry(new JsonMapper(), metrics);
}

test('everyone who reads a topic gets what is published from then on', async () => {
  const orders = newTopics().create('orders', Order);
  const service = new ResourceTest([new OrderResource(orders)]);
  orders.publish(Order.of('before'));
  using first = await service.events('/orders');
  using second = await service.events('/orders');
  orders.publish(Order.of('tea'), { event: 'placed' });
  const received = await first.next();
  assert.deepEqual(
    { ...received, id: received.id.replace(/^[0-9a-f]{8}/, 'EPOCH') },
    { id: 'EPOCH-2', event: 'placed', data: '{"name":"tea"}' },
  );
  assert.deepEqual(await second.next(), received);
});

test('a client that reconnects gets exactly what it has missed', async () => {
  const orders = newTopics().create('orders', Order);
  const service = new ResourceTest([new OrderResource(orders)]);
  const before = await service.events('/orders');
  for (const name of ['a', 'b', 'c']) orders.publish(Order.of(name));
  const { id } = await before.next();
  before.close();
  using after = await service.events('/orders', { 'Last-Event-ID': id });
  orders.publish(Order.of('d'));
  const names = [await after.next(), await after.next(), await after.next()].map(({ data }) => data);
  assert.deepEqual(names, ['{"name":"b"}', '{"name":"c"}', '{"name":"d"}']);
});

test('a client whose last event is no longer kept is told to start over, once', async () => {
  const orders = newTopics().create('orders', Order, { keep: 2 });
  const service = new ResourceTest([new OrderResource(orders)]);
  const before = await service.events('/orders');
  orders.publish(Order.of('a'));
  const { id } = await before.next();
  before.close();
  for (const name of ['b', 'c', 'd']) orders.publish(Order.of(name));
  const epoch = id.slice(0, 8);
  using after = await service.events('/orders', { 'Last-Event-ID': id });
  const reset = await after.next();
  assert.deepEqual(reset, { id: `${epoch}-4`, event: 'reset', data: '' });
  using again = await service.events('/orders', { 'Last-Event-ID': reset.id });
  orders.publish(Order.of('next'));
  const next = { id: `${epoch}-5`, event: 'message', data: '{"name":"next"}' };
  assert.deepEqual([await after.next(), await again.next()], [next, next]);
});

test('whatever Last-Event-ID a client makes up is answered with a reset', async () => {
  const orders = newTopics().create('orders', Order);
  const reader = orders.subscribe();
  const first = reader.next();
  orders.publish(Order.of('a'));
  const epoch = String((await first).value.id).slice(0, 8);
  for (const unknown of [
    `${epoch}-2`,
    `${epoch}-1-1`,
    `${epoch}-x`,
    `${epoch}-`,
    `${epoch}-99999999999999999999`,
    '17',
    '-',
    'deadbeef-1',
    'deadbeef-1-1',
    'x'.repeat(5000),
    '0x1-1',
    '-1',
  ]) {
    const step = await orders.subscribe({ after: unknown }).next();
    assert.equal((step.value as ServerEvent).event, 'reset', unknown);
  }
});

test('a slow reader misses the oldest events and is told how many, and costs no memory', async () => {
  const orders = newTopics().create('orders', Order, { keep: 3 });
  const reader = orders.subscribe();
  const first = reader.next();
  for (let n = 1; n <= 10; n++) orders.publish(Order.of(String(n)));
  const received = [await first, await reader.next(), await reader.next()].map(({ value }) => value as ServerEvent);
  assert.deepEqual(
    received.map(({ event, data }) => [event, data]),
    [
      [undefined, Order.of('1')],
      ['dropped', { count: 6 }],
      [undefined, Order.of('8')],
    ],
  );
  assert.equal(orders.dropped, 6);
});

test('a slow reader of a topic that closes them reaches the end of its stream', async () => {
  const orders = newTopics().create('orders', Order, { keep: 3, slowReaders: 'close' });
  const reader = orders.subscribe();
  const first = reader.next();
  for (let n = 1; n <= 10; n++) orders.publish(Order.of(String(n)));
  assert.equal((await first).done, false);
  assert.deepEqual(await reader.next(), { done: true, value: undefined });
  assert.equal(orders.subscribers, 0);
});

test('a client that leaves is forgotten, also while its subscription waits', async () => {
  const orders = newTopics().create('orders', Order);
  const service = new ResourceTest([new OrderResource(orders)]);
  const events = await service.events('/orders');
  assert.equal(orders.subscribers, 1);
  events.close();
  while (orders.subscribers > 0) await new Promise((resolve) => setImmediate(resolve));
  const unread = orders.subscribe();
  assert.equal(orders.subscribers, 0);
  await unread.return!();
  assert.deepEqual(await unread.next(), { done: true, value: undefined });
});

test('a topic is created once, and keeps at least one event', () => {
  const topics = newTopics();
  topics.create('orders', Order);
  assert.throws(() => topics.create('orders', Order), {
    code: 'KEELSON_NAME_TAKEN',
    message: 'There is already a topic named "orders"; give one of them another name',
  });
  assert.throws(() => topics.create('none', Order, { keep: 0 }), {
    message: 'The topic none cannot keep 0 events; use a whole number from 1 to 1000000',
  });
});

test('an event name with a line break is refused where it is published', () => {
  const orders = newTopics().create('orders', Order);
  assert.throws(() => orders.publish(Order.of('a'), { event: 'x\ndata: forged' }), {
    code: 'KEELSON_SERVER_EVENT',
    message: 'An event cannot be sent: its event is "x\\ndata: forged"; use text of one line',
  });
  assert.equal(orders.published, 0);
});

test('topics are in the metrics', async () => {
  const metrics = new MetricRegistry();
  const orders = newTopics(metrics).create('orders', Order, { keep: 1 });
  const reader = orders.subscribe();
  void reader.next();
  for (const name of ['a', 'b', 'c']) orders.publish(Order.of(name));
  await reader.next();
  const text = await metrics.prometheus.metrics();
  assert.deepEqual(
    text.split('\n').filter((line) => line.startsWith('keelson_topic')),
    [
      'keelson_topic_subscribers{topic="orders"} 1',
      'keelson_topic_events_total{topic="orders"} 3',
      'keelson_topic_events_dropped_total{topic="orders"} 1',
    ],
  );
});

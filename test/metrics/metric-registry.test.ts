import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Counter, Registry } from 'prom-client';

import { MetricRegistry } from '../../src/metrics/metric-registry.js';
import { metricsJson } from '../../src/metrics/metrics-json.js';

test('timers are told with the percentiles of the reference, sum and count', async () => {
  const registry = new MetricRegistry();
  for (const milliseconds of [250, 250, 250, 250]) registry.timer('Orders.list').record(milliseconds);
  registry.meter('Orders.list.exceptions').mark();
  assert.equal(
    await registry.text(),
    `# HELP keelson_timer_seconds Durations of timed methods: percentiles of the last minutes, sum and count since the start.
# TYPE keelson_timer_seconds summary
keelson_timer_seconds{name="Orders.list",quantile="0.5"} 0.25
keelson_timer_seconds{name="Orders.list",quantile="0.75"} 0.25
keelson_timer_seconds{name="Orders.list",quantile="0.95"} 0.25
keelson_timer_seconds{name="Orders.list",quantile="0.98"} 0.25
keelson_timer_seconds{name="Orders.list",quantile="0.99"} 0.25
keelson_timer_seconds{name="Orders.list",quantile="0.999"} 0.25
keelson_timer_seconds_sum{name="Orders.list"} 1
keelson_timer_seconds_count{name="Orders.list"} 4

# HELP keelson_meter_total Calls of metered methods, and exceptions of those that meter exceptions.
# TYPE keelson_meter_total counter
keelson_meter_total{name="Orders.list.exceptions"} 1
`,
  );
});

test('metrics made with prom-client join, and so does another registry once it is included', async () => {
  const registry = new MetricRegistry();
  new Counter({ name: 'orders_total', help: 'Orders taken.', labelNames: ['kind'], registers: [registry.prometheus] }).inc({
    kind: 'large',
  });
  const other = new Registry();
  new Counter({ name: 'mails_total', help: 'Mails sent.', registers: [other] }).inc(3);

  assert.match(await registry.text(), /^orders_total\{kind="large"\} 1$/m);
  assert.doesNotMatch(await registry.text(), /mails_total/);
  registry.include(other);
  assert.match(await registry.text(), /^mails_total 3$/m);

  const { counters } = await metricsJson(registry);
  assert.deepEqual(counters, { mails_total: { count: 3 }, 'orders_total{kind="large"}': { count: 1 } });
});

test('two registries share nothing', () => {
  const [one, other] = [new MetricRegistry(), new MetricRegistry()];
  one.meter('m').mark();
  assert.equal(other.meter('m').count, 0);
});

test('the JSON has the fields of the reference', async () => {
  const registry = new MetricRegistry();
  const timer = registry.timer('Orders.list');
  timer.record(250);
  timer.record(250);
  const meter = registry.meter('Orders.buy');
  for (let i = 0; i < 10; i++) meter.mark();
  registry.tick();

  const { timers, meters } = await metricsJson(registry);
  const { mean_rate: timerRate, ...restOfTimer } = timers['Orders.list']!;
  const { mean_rate: meterRate, ...restOfMeter } = meters['Orders.buy']!;
  assert.deepEqual(restOfTimer, {
    count: 2,
    max: 0.25,
    mean: 0.25,
    min: 0.25,
    p50: 0.25,
    p75: 0.25,
    p95: 0.25,
    p98: 0.25,
    p99: 0.25,
    p999: 0.25,
    stddev: 0,
    m15_rate: 0.4,
    m1_rate: 0.4,
    m5_rate: 0.4,
    duration_units: 'seconds',
    rate_units: 'calls/second',
  });
  assert.deepEqual(restOfMeter, { count: 10, m15_rate: 2, m1_rate: 2, m5_rate: 2, units: 'events/second' });
  assert.ok(Number(timerRate) > 0 && Number(meterRate) > 0);
});

test('the one-minute rate falls by its weight with each quiet tick', () => {
  const registry = new MetricRegistry();
  const meter = registry.meter('m');
  for (let i = 0; i < 5; i++) meter.mark();
  registry.tick();
  assert.equal(meter.rates.oneMinute, 1);
  for (let i = 0; i < 12; i++) registry.tick();
  assert.ok(Math.abs(meter.rates.oneMinute - Math.exp(-1)) < 1e-9);
});

test('after five minutes of ticks the percentiles forget', () => {
  const registry = new MetricRegistry();
  const timer = registry.timer('t');
  timer.record(5);
  for (let i = 0; i < 5 * 12; i++) registry.tick();
  assert.equal(timer.snapshot().count, 0);
  assert.equal(timer.count, 1);
});

test('time() takes down what returns, what throws and what is promised', async () => {
  const timer = new MetricRegistry().timer('t');
  assert.equal(
    timer.time(() => 1),
    1,
  );
  assert.throws(() =>
    timer.time(() => {
      throw new Error('no');
    }),
  );
  assert.equal(await timer.time(() => Promise.resolve(2)), 2);
  await assert.rejects(timer.time(() => Promise.reject(new Error('no'))));
  assert.equal(timer.count, 4);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { Registry } from 'prom-client';

import { ProcessMetrics } from '../../src/metrics/process-metrics.js';

/** The samples of a metric, by name and labels as written in the text format. */
async function samplesOf(registry: Registry, name: string): Promise<ReadonlyMap<string, number>> {
  const lines = (await registry.getSingleMetricAsString(name)).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

async function valueOf(registry: Registry, name: string): Promise<number> {
  return (await samplesOf(registry, name)).get(name)!;
}

test('every metric of the process has a help text and its type', async () => {
  const registry = new Registry();
  new ProcessMetrics(registry).stop();
  const text = await registry.metrics();
  assert.deepEqual(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`),
    [
      'process_start_time_seconds gauge',
      'process_cpu_seconds_total counter',
      'process_resident_memory_bytes gauge',
      'nodejs_heap_size_total_bytes gauge',
      'nodejs_heap_size_used_bytes gauge',
      'nodejs_external_memory_bytes gauge',
      'nodejs_eventloop_delay_seconds summary',
      'nodejs_eventloop_utilization_ratio gauge',
      'nodejs_gc_duration_seconds histogram',
      'nodejs_active_handles gauge',
      'nodejs_version_info gauge',
    ],
  );
  assert.equal([...text.matchAll(/^# HELP \S+ \S.*\.$/gm)].length, 11);
});

test('memory, processor time and start are those that node tells of the process', async () => {
  const registry = new Registry();
  new ProcessMetrics(registry).stop();
  assert.equal(await valueOf(registry, 'process_start_time_seconds'), performance.timeOrigin / 1000);
  const before = process.cpuUsage();
  const cpu = await valueOf(registry, 'process_cpu_seconds_total');
  const after = process.cpuUsage();
  assert.ok(cpu >= (before.user + before.system) / 1e6 && cpu <= (after.user + after.system) / 1e6, String(cpu));
  const { rss, heapTotal } = process.memoryUsage();
  const near = (value: number, expected: number): boolean => value > expected / 2 && value < expected * 2;
  assert.ok(near(await valueOf(registry, 'process_resident_memory_bytes'), rss));
  assert.ok(near(await valueOf(registry, 'nodejs_heap_size_total_bytes'), heapTotal));
  const kept = new ArrayBuffer(64 * 1024 * 1024);
  assert.ok((await valueOf(registry, 'nodejs_external_memory_bytes')) >= kept.byteLength);
  assert.ok((await valueOf(registry, 'nodejs_heap_size_used_bytes')) <= (await valueOf(registry, 'nodejs_heap_size_total_bytes')));
  assert.deepEqual([...(await samplesOf(registry, 'nodejs_version_info'))], [[`nodejs_version_info{version="${process.version}"}`, 1]]);
});

test('open handles are counted by type', async () => {
  const registry = new Registry();
  new ProcessMetrics(registry).stop();
  const timeouts = async (): Promise<number> =>
    (await samplesOf(registry, 'nodejs_active_handles')).get('nodejs_active_handles{type="Timeout"}') ?? 0;
  const before = await timeouts();
  const timers = [1, 2, 3].map(() => setTimeout(() => undefined, 60_000));
  assert.equal(await timeouts(), before + 3);
  for (const timer of timers) clearTimeout(timer);
});

test('garbage collections and a late event loop are seen between start and stop', async () => {
  const registry = new Registry();
  const metrics = new ProcessMetrics(registry);
  metrics.start();
  metrics.start();
  try {
    collectGarbage();
    await sleep(50);
    // Two timers of the monitor come late by this.
    const end = performance.now() + 100;
    while (performance.now() < end);
    await sleep(50);
    const collections = await samplesOf(registry, 'nodejs_gc_duration_seconds');
    assert.ok(collections.get('nodejs_gc_duration_seconds_count{kind="major"}')! >= 1);
    assert.equal(
      collections.get('nodejs_gc_duration_seconds_bucket{le="+Inf",kind="major"}') ??
        collections.get('nodejs_gc_duration_seconds_bucket{kind="major",le="+Inf"}'),
      collections.get('nodejs_gc_duration_seconds_count{kind="major"}'),
    );
    const delays = await samplesOf(registry, 'nodejs_eventloop_delay_seconds');
    assert.ok(delays.get('nodejs_eventloop_delay_seconds{quantile="1"}')! >= 0.05);
    const busy = await valueOf(registry, 'nodejs_eventloop_utilization_ratio');
    assert.ok(busy > 0 && busy <= 1, String(busy));
  } finally {
    metrics.stop();
  }
});

test('nothing is observed before the start or after the stop', async () => {
  const registry = new Registry();
  const metrics = new ProcessMetrics(registry);
  const delays = (await samplesOf(registry, 'nodejs_eventloop_delay_seconds')).get('nodejs_eventloop_delay_seconds_count');
  collectGarbage();
  await sleep(20);
  assert.deepEqual([delays, [...(await samplesOf(registry, 'nodejs_gc_duration_seconds'))]], [0, []]);
  metrics.start();
  metrics.stop();
  collectGarbage();
  await sleep(20);
  assert.deepEqual([...(await samplesOf(registry, 'nodejs_gc_duration_seconds'))], []);
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}

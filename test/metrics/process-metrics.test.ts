import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { Registry } from 'prom-client';

import { ProcessMetrics } from '../../src/metrics/process-metrics.js';

test('the process tells of its memory, its processor time, its handles and its version', async () => {
  const registry = new Registry();
  const metrics = new ProcessMetrics(registry);
  const text = await registry.metrics();
  for (const line of [
    /^process_start_time_seconds 1\d{9}(\.\d+)?$/m,
    /^process_cpu_seconds_total \d+(\.\d+)?$/m,
    /^process_resident_memory_bytes \d{7,}$/m,
    /^nodejs_heap_size_total_bytes \d{6,}$/m,
    /^nodejs_heap_size_used_bytes \d{6,}$/m,
    /^nodejs_external_memory_bytes \d+$/m,
    /^nodejs_eventloop_utilization_ratio [01](\.\d+)?(e-\d+)?$/m,
    /^# TYPE nodejs_active_handles gauge$/m,
    new RegExp(`^nodejs_version_info\\{version="${process.version}"\\} 1$`, 'm'),
  ]) {
    assert.match(text, line);
  }
  metrics.stop();
});

test('garbage collections and a late event loop are seen between start and stop', async () => {
  const registry = new Registry();
  const metrics = new ProcessMetrics(registry);
  metrics.start();
  try {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    setFlagsFromString('--no-expose-gc');
    await sleep(50);
    // Two timers of the monitor come late by this.
    const end = performance.now() + 100;
    while (performance.now() < end);
    await sleep(50);
    assert.match(await registry.getSingleMetricAsString('nodejs_gc_duration_seconds'), /_count\{kind="major"\} [1-9]/);
    const delay = await registry.getSingleMetricAsString('nodejs_eventloop_delay_seconds');
    const longest = Number(/quantile="1"\} (\S+)/.exec(delay)![1]);
    assert.ok(longest >= 0.05, delay);
  } finally {
    metrics.stop();
  }
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { MetricRegistry } from '../../src/metrics/metric-registry.js';
import { ProcessMetrics } from '../../src/metrics/process-metrics.js';
import { RequestMetrics } from '../../src/metrics/request-metrics.js';

test('promtool finds nothing to complain about', async (t) => {
  const registry = new MetricRegistry();
  const ofProcess = new ProcessMetrics(registry.prometheus);
  ofProcess.start();
  const requests = new RequestMetrics(registry.prometheus);
  requests.requestStarted();
  requests.requestFinished({ method: 'GET', route: '/with "quotes" and \\', status: 200, milliseconds: 3, waited: undefined });
  registry.timer('Orders.list').record(1);
  registry.timer('Orders.idle');
  registry.meter('Orders.list.exceptions').mark();

  const text = await registry.text();
  ofProcess.stop();
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
    t.diagnostic('NOT CHECKED: promtool is missing; install Debian\'s package "prometheus"');
    return;
  }
  assert.deepEqual({ error, status, output: stdout + stderr }, { error: undefined, status: 0, output: '' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { HealthCheckRegistry } from '../../src/health/health-check-registry.js';
import { HealthFactory } from '../../src/health/health-factory.js';
import { Duration } from '../../src/values/duration.js';

test('the check deadlocks is registered, healthy before it is started, and not critical', async () => {
  const registry = new HealthCheckRegistry();
  assert.notEqual(new HealthFactory().configure(registry), undefined);
  assert.deepEqual([...(await registry.all())], [['deadlocks', { healthy: true }]]);
  assert.deepEqual([...(await registry.ready())], []);
  assert.deepEqual([...(await registry.alive())], []);
});

test('deadlocks can be made critical', async () => {
  const [registry, factory] = [new HealthCheckRegistry(), new HealthFactory()];
  factory.deadlocks.critical = true;
  factory.configure(registry);
  assert.deepEqual([...(await registry.alive()).keys()], ['deadlocks']);
});

test('deadlocks can be switched off, and the time limit set', async () => {
  const [registry, factory] = [new HealthCheckRegistry(), new HealthFactory()];
  factory.deadlocks.enabled = false;
  factory.timeout = Duration.milliseconds(10);
  assert.equal(factory.configure(registry), undefined);
  registry.register('hangs', () => new Promise(() => {}));
  assert.deepEqual([...(await registry.all())], [['hangs', { healthy: false, message: 'no result within 0.01 s' }]]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Configuration } from '../../src/application/configuration.js';
import { ConfigurationError } from '../../src/configuration/configuration-error.js';
import { loadConfiguration } from '../../src/configuration/configuration-loader.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { builtInAppenders, builtInLayouts } from '../../src/logging/built-in-appenders.js';
import { Validator } from '../../src/validation/validator.js';

test('endpoints are switched off, checks and metrics set up by the configuration', async () => {
  const { admin, health, metrics } = await load(`
admin:
  metrics: { enabled: false }
  tasks: { printStackTraceOnError: true }
health:
  timeout: 2 seconds
  deadlocks: { threshold: 1 second, critical: true }
metrics:
  process: false
`);
  assert.deepEqual(
    [admin.metrics.enabled, admin.ping.enabled, admin.tasks.enabled, admin.tasks.printStackTraceOnError],
    [false, true, true, true],
  );
  assert.deepEqual([String(health.timeout), String(health.cacheFor)], ['2 seconds', '100 milliseconds']);
  const { enabled, threshold, recovery, critical } = health.deadlocks;
  assert.deepEqual([enabled, String(threshold), String(recovery), critical], [true, '1 second', '30 seconds', true]);
  assert.deepEqual([metrics.process, metrics.requests], [false, true]);
});

test('a threshold too small to watch, and a key that does not exist, are refused', async () => {
  await assert.rejects(load('health: { deadlocks: { threshold: 10 ms } }'), (error) => {
    assert.ok(error instanceof ConfigurationError);
    assert.equal(
      error.message,
      'service.yml has an error:\n  * health.deadlocks.threshold must be greater than or equal to 100 MILLISECONDS (service.yml:1:35)',
    );
    return true;
  });
  await assert.rejects(load('admin: { pings: { enabled: false } }'), (error) => {
    assert.ok(error instanceof ConfigurationError);
    assert.match(error.message, /pings[\s\S]*ping/);
    return true;
  });
});

async function load(text: string): Promise<Configuration> {
  const { configuration } = await loadConfiguration(Configuration, 'service.yml', {
    source: new TextConfigurationSource(text),
    subtypes: new Subtypes().register(...builtInAppenders, ...builtInLayouts),
    validator: new Validator(),
  });
  return configuration;
}

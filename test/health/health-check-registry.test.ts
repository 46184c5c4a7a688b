import assert from 'node:assert/strict';
import { test } from 'node:test';

import { allHealthy, HealthCheckRegistry } from '../../src/health/health-check-registry.js';
import { HealthCheck, HealthResult } from '../../src/health/health-check.js';

test('results come sorted by name, whatever the order of registration', async () => {
  const registry = new HealthCheckRegistry();
  registry.register('queue', () => HealthResult.healthy('3 waiting'));
  registry.register('database', () => {});
  const results = await registry.all();
  assert.deepEqual(
    [...results],
    [
      ['database', { healthy: true }],
      ['queue', { healthy: true, message: '3 waiting' }],
    ],
  );
  assert.equal(allHealthy(results), true);
});

test('a check may be an object of a class', async () => {
  class DiskCheck extends HealthCheck {
    override check(): HealthResult {
      return HealthResult.unhealthy('disk full');
    }
  }
  const registry = new HealthCheckRegistry();
  registry.register('disk', new DiskCheck());
  const results = await registry.all();
  assert.deepEqual([...results], [['disk', { healthy: false, message: 'disk full' }]]);
  assert.equal(allHealthy(results), false);
});

test('a check that throws or rejects is unhealthy with the error, and the others still run', async () => {
  const kaput = new Error('kaput');
  const registry = new HealthCheckRegistry();
  registry.register('throws', () => {
    throw kaput;
  });
  registry.register('rejects', () => Promise.reject(kaput));
  registry.register('works', () => {});
  assert.deepEqual(
    [...(await registry.all())],
    [
      ['rejects', { healthy: false, message: 'kaput', error: kaput }],
      ['throws', { healthy: false, message: 'kaput', error: kaput }],
      ['works', { healthy: true }],
    ],
  );
});

test('something thrown that is no error is told as text', async () => {
  const registry = new HealthCheckRegistry();
  // eslint-disable-next-line typescript/prefer-promise-reject-errors -- what callers of old libraries do
  registry.register('odd', () => Promise.reject('just text'));
  const result = (await registry.all()).get('odd')!;
  assert.equal(result.healthy, false);
  assert.equal(result.message, 'just text');
});

test('checks run at the same time: each waits for the other', async () => {
  const registry = new HealthCheckRegistry();
  const [first, second] = [gate(), gate()];
  registry.register('a', () => {
    first.open();
    return second.opened;
  });
  registry.register('b', () => {
    second.open();
    return first.opened;
  });
  assert.equal(allHealthy(await registry.all()), true);
});

test('a hanging check is unhealthy after the time limit, told so by its signal, and not started again while it hangs', async () => {
  const registry = new HealthCheckRegistry({ timeout: '20 ms' });
  const { open, opened } = gate();
  let started = 0;
  let told: unknown;
  registry.register('slow', (signal) => {
    started++;
    signal.addEventListener('abort', () => {
      told = signal.reason;
    });
    return opened;
  });

  assert.deepEqual([...(await registry.all())], [['slow', { healthy: false, message: 'no result within 0.02 s' }]]);
  assert.equal((told as Error).message, 'The health check slow gave no result within 0.02 s');
  assert.match((await registry.all()).get('slow')!.message!, /^still running after 0\.\d s; not started again until it ends$/);
  assert.equal(started, 1);

  open();
  await opened;
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([...(await registry.all())], [['slow', { healthy: true }]]);
  assert.equal(started, 2);
});

test('probes that come during a run share it', async () => {
  const registry = new HealthCheckRegistry();
  let runs = 0;
  registry.register('counted', async () => {
    runs++;
    await new Promise((resolve) => setImmediate(resolve));
  });
  await Promise.all(Array.from({ length: 50 }, () => registry.all()));
  assert.equal(runs, 1);
});

test('a flood of probes one after the other is answered from memory after ten runs', async () => {
  const registry = new HealthCheckRegistry({ cacheFor: '1 hour' });
  let runs = 0;
  registry.register('counted', () => {
    runs++;
  });
  for (let i = 0; i < 100; i++) await registry.all();
  assert.equal(runs, 10);
});

test('without caching every probe runs the checks', async () => {
  const registry = new HealthCheckRegistry({ cacheFor: '0 s' });
  let runs = 0;
  registry.register('counted', () => {
    runs++;
  });
  for (let i = 0; i < 100; i++) await registry.all();
  assert.equal(runs, 100);
});

test('ready looks at critical checks only, alive only at those that a restart mends', async () => {
  const registry = new HealthCheckRegistry();
  registry.register('database', () => HealthResult.unhealthy('gone'));
  registry.register('recommendations', () => HealthResult.unhealthy('gone'), { critical: false });
  registry.register('workers', () => {}, { type: 'alive' });
  assert.deepEqual([...(await registry.ready()).keys()], ['database', 'workers']);
  assert.deepEqual([...(await registry.alive()).keys()], ['workers']);
  assert.deepEqual([...(await registry.all()).keys()], ['database', 'recommendations', 'workers']);
});

test('a service that refuses traffic is not ready, without asking any check', async () => {
  const registry = new HealthCheckRegistry();
  let runs = 0;
  registry.register('counted', () => {
    runs++;
  });
  registry.refuseTraffic('the service is stopping');
  assert.deepEqual([...(await registry.ready())], [['traffic', { healthy: false, message: 'the service is stopping' }]]);
  assert.equal(runs, 0);
  registry.acceptTraffic();
  assert.deepEqual([...(await registry.ready())], [['counted', { healthy: true }]]);
});

test('a second check of one name is refused; a replaced check takes its cached result with it', async () => {
  const registry = new HealthCheckRegistry({ cacheFor: '1 hour' });
  registry.register('switch', () => HealthResult.unhealthy('old'));
  assert.throws(() => registry.register('switch', () => HealthResult.healthy('other')), {
    code: 'KEELSON_NAME_TAKEN',
    message:
      'There is already a health check named "switch"; give one of them another name, or replace the first with healthChecks.replace()',
  });
  for (let i = 0; i < 20; i++) await registry.all();
  registry.replace('switch', () => HealthResult.healthy('new'));
  assert.deepEqual([...(await registry.all())], [['switch', { healthy: true, message: 'new' }]]);
  registry.unregister('switch');
  assert.deepEqual(registry.names, []);
});

test('a check cannot be registered once the service has started', () => {
  const registry = new HealthCheckRegistry();
  registry.close();
  for (const add of [registry.register, registry.replace]) {
    assert.throws(() => add.call(registry, 'late', () => {}), {
      code: 'KEELSON_REGISTERED_TOO_LATE',
      message:
        'The health check "late" cannot be registered: the service has already started. Register it in run() of the application or a bundle',
    });
  }
});

for (const name of ['', ' ', ' padded', 'padded ', 'a\nb: OK', 'a\rb', 'a\u2028b', 'a\u0085b', 'a\u202eb', 'a\u0000', '! a']) {
  test(`a check cannot be named ${JSON.stringify(name)}, which would break or forge a line`, () => {
    assert.throws(() => new HealthCheckRegistry().register(name, () => {}), {
      code: 'KEELSON_HEALTH_CHECK_NAME',
      message:
        `${JSON.stringify(name)} cannot be the name of a health check: it would break or forge a line of /healthcheck. ` +
        'Use a word or a few, without line breaks or other control characters, and not beginning with "!"',
    });
  });
}

test('names of several words, and of any alphabet, are accepted', () => {
  const registry = new HealthCheckRegistry();
  for (const name of ['cache at 10.0.0.1:6379', 'queue: orders', 'Größe', 'データベース']) registry.register(name, () => {});
  assert.equal(registry.names.length, 4);
});

test('whatever a check returns or resolves with is healthy, unless it is an unhealthy result', async () => {
  const returned: Readonly<Record<string, unknown>> = {
    nothing: undefined,
    null: null,
    zero: 0,
    false: false,
    text: 'fine',
    rows: [{ rows: 1 }],
    object: { rows: 1, message: 7 },
    'another healthy': { healthy: 'very', message: 'odd' },
    'a result with more': { healthy: true, message: 'fine', rows: 1 },
    'a message that is not text': { healthy: true, message: 7 },
  };
  const registry = new HealthCheckRegistry();
  for (const [name, value] of Object.entries(returned)) {
    registry.register(`${name}, returned`, () => value);
    registry.register(`${name}, resolved`, () => Promise.resolve(value));
  }
  const results = [...(await registry.all())];
  assert.equal(results.length, 20);
  assert.deepEqual(
    results.filter(([name, { healthy, message }]) => !healthy || (message !== undefined && !name.startsWith('a result with more'))),
    [],
  );
  assert.deepEqual((await registry.all()).get('a result with more, returned'), { healthy: true, message: 'fine' });
});

test('an unhealthy result stays unhealthy, however little it says', async () => {
  const registry = new HealthCheckRegistry();
  const error = new Error('kaput');
  registry.register('a', () => ({ healthy: false }));
  registry.register('b', () => ({ healthy: false, error }));
  registry.register('c', () => ({ healthy: false, message: 7, error: 'text' }));
  assert.deepEqual(
    [...(await registry.all()).values()],
    [
      { healthy: false, message: 'the check gave no reason' },
      { healthy: false, message: 'kaput', error },
      { healthy: false, message: 'the check gave no reason' },
    ],
  );
});

function gate(): { open(): void; readonly opened: Promise<void> } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

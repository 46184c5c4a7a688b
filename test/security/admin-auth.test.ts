import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { Application, Configuration } from '../../src/index.js';
import type { Environment } from '../../src/index.js';
import { basic } from '../../src/security/index.js';
import { ApplicationTest } from '../../src/testing/index.js';
import { basicHeader, checked } from './serving.js';

class GuardedApplication extends Application {
  constructor(private readonly hasAuthenticator: boolean) {
    super();
  }

  override run(_configuration: Configuration, environment: Environment): void {
    if (this.hasAuthenticator) environment.auth.use(basic({ realm: 'admin' }, checked));
  }
}

function guarded(roles: readonly string[], application = new GuardedApplication(true)): ApplicationTest {
  const configuration = new Configuration();
  configuration.admin.auth.enabled = true;
  configuration.admin.auth.roles = [...roles];
  return new ApplicationTest(application, { configuration });
}

const paths = ['/', '/metrics', '/healthcheck', '/tasks/gc', '/nothing', '/%70ing', '/ping', '/ready', '/alive'];

async function statuses(service: ApplicationTest, headers: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const found: number[] = [];
  for (const path of paths) {
    const method = path.startsWith('/tasks') ? 'POST' : 'GET';
    found.push((await service.admin.request({ method, path, headers })).status);
  }
  return found;
}

describe('admin.auth', () => {
  test('asks for a known caller everywhere but at the probes', async () => {
    await using service = await guarded([]).start();
    assert.deepEqual(await statuses(service, {}), [401, 401, 401, 401, 401, 401, 200, 200, 200]);
    assert.deepEqual(await statuses(service, basicHeader('bob', 'wrong')), [401, 401, 401, 401, 401, 401, 200, 200, 200]);
    assert.deepEqual(await statuses(service, basicHeader('bob', 'builder')), [200, 200, 200, 200, 404, 200, 200, 200, 200]);
  });

  test('asks for one of its roles', async () => {
    await using service = await guarded(['accountant', 'operator']).start();
    assert.equal((await service.admin.get('/metrics', basicHeader('bob', 'builder'))).status, 403);
    assert.equal((await service.admin.get('/metrics', basicHeader('ada', 'lovelace'))).status, 200);
    const { status, headers } = await service.admin.get('/metrics');
    assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Basic realm="admin", charset="UTF-8"']);
  });

  test('is refused without an authenticator', async () => {
    const start = guarded([], new GuardedApplication(false)).start();
    await assert.rejects(start, /the admin port \(admin\.auth\): is not for everybody, but no authenticator is registered/);
  });
});

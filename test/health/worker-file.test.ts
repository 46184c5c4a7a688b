import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { findWorkerFile } from '../../src/health/worker-file.js';
import { TemporaryFolder } from '../../src/testing/fixtures.js';

const missing =
  'stall-watchdog-worker.js is missing. If the service is bundled, ' +
  'bundle node_modules/keelson/dist/src/health/stall-watchdog-worker.js as a second entry point, into the same folder';

test('the file of a thread is looked for beside the bundle, then in the installed package', () => {
  using folder = new TemporaryFolder();
  const here = pathToFileURL(folder.file('main.js')).href;
  const packaged = new URL('../../src/health/stall-watchdog-worker.js', import.meta.url).href;
  assert.equal(findWorkerFile('stall-watchdog-worker').href, packaged);
  assert.equal(findWorkerFile('stall-watchdog-worker', here).href, packaged);
  assert.equal(findWorkerFile('stall-watchdog-worker', undefined as unknown as string).href, packaged);
  writeFileSync(folder.file('stall-watchdog-worker.mjs'), '');
  assert.equal(findWorkerFile('stall-watchdog-worker', here).href, pathToFileURL(folder.file('stall-watchdog-worker.mjs')).href);
  writeFileSync(folder.file('stall-watchdog-worker.js'), '');
  assert.equal(findWorkerFile('stall-watchdog-worker', here).href, pathToFileURL(folder.file('stall-watchdog-worker.js')).href);
  assert.throws(() => findWorkerFile('no-such-worker'), {
    code: 'KEELSON_WORKER_FILE',
    message: missing.replaceAll('stall-watchdog-worker', 'no-such-worker'),
  });
});

test('a service that was bundled without the file runs unwatched, warns once, and the check says so', async () => {
  using folder = new TemporaryFolder();
  cpSync(fileURLToPath(new URL('../../src', import.meta.url)), folder.file('src'), { recursive: true });
  rmSync(folder.file('src/health/stall-watchdog-worker.js'));
  writeFileSync(folder.file('package.json'), '{ "type": "module" }');
  writeFileSync(
    folder.file('main.js'),
    `import { DeadlockHealthCheck } from './src/health/deadlock-health-check.js';
     const check = new DeadlockHealthCheck();
     check.start();
     process.stderr.write(JSON.stringify([check.check(), check.check()]));
     await check.stop();`,
  );
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [folder.file('main.js')], { cwd: folder.path });
  const result = { healthy: true, message: `not watched: ${missing}` };
  assert.deepEqual(JSON.parse(stderr), [result, result]);
  assert.equal(
    stdout.replace(/\[[^\]]+\]/, '[…]'),
    `WARN  […] keelson.health.DeadlockHealthCheck: The event loop is not watched: ${missing}\n`,
  );
});

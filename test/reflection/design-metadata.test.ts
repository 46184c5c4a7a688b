import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./programs/metadata-beside-us.js', import.meta.url));

for (const version of ['0.1', '0.2']) {
  for (const order of ['before', 'after'] as const) {
    test(`reflect-metadata ${version} and Keelson both know the types when it is loaded ${order} Keelson`, () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, order, version], { encoding: 'utf8' });
      assert.equal(stderr, '');
      assert.equal(stdout, 'String Date 1815\n');
      assert.equal(status, 0);
    });
  }
}

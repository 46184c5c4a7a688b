import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

test('a service is not blamed for standard output, which node opens when it is first used', async () => {
  const program = fileURLToPath(new URL('./programs/quiet-service.js', import.meta.url));
  // The output is a pipe here, which is what node counts as a handle.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program]);
  assert.deepEqual([stdout, stderr], ['nothing was left open\n', '']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Lifecycle } from '../../src/lifecycle/lifecycle.js';

test('threads answer, a thread that fails is replaced, all end with the service', async () => {
  const lifecycle = new Lifecycle();
  const pool = lifecycle.workerPool('doubling', new URL('worker-program.js', import.meta.url), { size: 2 });
  await lifecycle.start();
  assert.deepEqual(await Promise.all([1, 2, 3].map((number) => pool.run<number>(number))), [2, 4, 6]);
  await assert.rejects(pool.run('fail'), { message: 'thread failed' });
  assert.equal(await pool.run<number>(21), 42);
  await lifecycle.stop();
  await assert.rejects(pool.run(1), { code: 'KEELSON_JOB_REFUSED' });
});

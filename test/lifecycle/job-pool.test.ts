import assert from 'node:assert/strict';
import { test } from 'node:test';

import { JobPool } from '../../src/lifecycle/job-pool.js';

test('so many jobs run at a time, the others wait their turn', async () => {
  const pool = new JobPool('mail', { concurrency: 2 });
  let most = 0;
  const results = await Promise.all(
    [1, 2, 3, 4, 5].map((number) =>
      pool.submit(async () => {
        most = Math.max(most, pool.active);
        await new Promise((resolve) => setImmediate(resolve));
        return number * 2;
      }),
    ),
  );
  assert.deepEqual([results, most, pool.active, pool.waiting], [[2, 4, 6, 8, 10], 2, 0, 0]);
});

test('a full queue refuses, and so does a pool that has stopped; when the service stops, running and waiting jobs are finished', async () => {
  const pool = new JobPool('mail', { concurrency: 1, queueSize: 1 });
  let release!: () => void;
  const first = pool.submit(() => new Promise<void>((resolve) => (release = resolve)));
  const second = pool.submit(() => 'second');
  await assert.rejects(
    pool.submit(() => 'third'),
    {
      code: 'KEELSON_JOB_REFUSED',
      message: 'The pool mail already has 1 job waiting; answer 503, try again later, or give it more room',
    },
  );
  await new Promise((resolve) => setImmediate(resolve));
  const stopped = pool.stop();
  await assert.rejects(
    pool.submit(() => 'late'),
    { message: 'The pool mail has stopped; answer 503, try again later, or give it more room' },
  );
  release();
  await stopped;
  assert.deepEqual([await first, await second], [undefined, 'second']);
});

test('a job that fails does not take its place with it', async () => {
  const pool = new JobPool('mail', { concurrency: 1 });
  await assert.rejects(
    pool.submit(() => {
      throw new Error('bounced');
    }),
    { message: 'bounced' },
  );
  assert.equal(await pool.submit(() => 'next'), 'next');
});

test('a pool without room for a single job is refused', () => {
  assert.throws(() => new JobPool('mail', { concurrency: 0 }), {
    code: 'KEELSON_LIFECYCLE_SETTING',
    message: 'The pool mail needs a concurrency of at least 1 and a queue size of at least 0',
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { WorkerPool } from '../../src/lifecycle/worker-pool.js';
import type { WorkerPoolOptions } from '../../src/lifecycle/worker-pool.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';

const script = new URL('worker-program.js', import.meta.url);

/** A test with a pool of its own, which must have no thread left when it has stopped. */
function poolTest(name: string, options: WorkerPoolOptions, body: (pool: WorkerPool, logs: CapturedLogs) => Promise<void>): void {
  test(name, async () => {
    await CapturedLogs.during(async (logs) => {
      const pool = new WorkerPool('doubling', script, options);
      try {
        await body(pool, logs);
      } finally {
        await pool.stop();
      }
      assert.equal(pool.threads, 0);
    });
  });
}

test('threads answer, and end with the service', async () => {
  const lifecycle = new Lifecycle();
  const pool = lifecycle.workerPool('doubling', script, { size: 2 });
  assert.equal(pool.threads, 0);
  await lifecycle.start();
  assert.deepEqual(await Promise.all([1, 2, 3].map((number) => pool.run<number>(number))), [2, 4, 6]);
  assert.equal(pool.threads, 2);
  await lifecycle.stop();
  await assert.rejects(pool.run(1), { code: 'KEELSON_JOB_REFUSED' });
  assert.equal(pool.threads, 0);
});

poolTest(
  'the script throws: an error thrown in a thread reaches the caller, and the thread is replaced',
  { size: 1 },
  async (pool, logs) => {
    await assert.rejects(pool.run('fail'), { message: 'thread failed' });
    assert.equal(await pool.run<number>(21), 42);
    assert.equal(pool.threads, 1);
    assert.deepEqual(logs.messages, []);
  },
);

poolTest(
  'the thread ends, or runs out of memory: a thread that ends without an answer is an error with a code, and is replaced',
  { size: 1 },
  async (pool) => {
    await assert.rejects(pool.run('exit'), {
      code: 'KEELSON_WORKER',
      message: 'A thread of the pool doubling ended with code 7 before it answered',
    });
    assert.equal(await pool.run<number>(21), 42);
  },
);

poolTest(
  'a thread that runs out of memory is an error with a code, and is replaced',
  { size: 1, resourceLimits: { maxOldGenerationSizeMb: 16 } },
  async (pool) => {
    await assert.rejects(pool.run('fill memory'), {
      code: 'KEELSON_WORKER',
      message: 'A thread of the pool doubling ran out of memory: Worker terminated due to reaching memory limit: JS heap out of memory',
    });
    assert.equal(await pool.run<number>(21), 42);
  },
);

poolTest(
  'the message or the answer cannot be cloned: a message that cannot be cloned is refused, and no thread is lost',
  { size: 2 },
  async (pool) => {
    for (let attempt = 0; attempt < 20; attempt++) {
      await assert.rejects(
        pool.run(() => 1),
        {
          code: 'KEELSON_WORKER',
          message: 'A thread of the pool doubling cannot be sent the message: () => 1 could not be cloned.',
        },
      );
    }
    assert.equal(pool.threads, 1);
    assert.equal(await pool.run<number>(21), 42);
  },
);

poolTest('an answer that cannot be read is an error with a code, and the thread is replaced', { size: 1 }, async (pool) => {
  // Node cannot be made to fail here from the outside, so the event is emitted in its place.
  process.once('worker', (worker) => setImmediate(() => worker.emit('messageerror', new Error('unknown class'))));
  await assert.rejects(pool.run('wait'), {
    code: 'KEELSON_WORKER',
    message: 'A thread of the pool doubling sent an answer that cannot be read: unknown class',
  });
  assert.equal(await pool.run<number>(21), 42);
});

poolTest(
  'the thread fails while it has no job: a thread that fails while idle is logged and replaced; the process goes on',
  { size: 1 },
  async (pool, logs) => {
    assert.equal(await pool.run('fail later'), 'answered');
    await logs.waitFor('failed while idle and is replaced');
    assert.deepEqual(
      logs.events.map(({ message, error }) => [message, error?.message]),
      [['A thread of the pool doubling failed while idle and is replaced', 'failed while idle']],
    );
    assert.equal(await pool.run<number>(21), 42);
  },
);

poolTest('a second answer to one message is never taken for the answer to the next', { size: 1 }, async (pool, logs) => {
  assert.equal(await pool.run('answer twice'), 'first');
  await logs.waitFor('nobody asked for');
  assert.equal(await pool.run<number>(21), 42);
  assert.match(logs.text, /A thread of the pool doubling sent a message that nobody asked for; answer each message with exactly one/);
});

test('a script that cannot be loaded is an error for the caller', async () => {
  const pool = new WorkerPool('doubling', new URL('no-such-program.js', import.meta.url), { size: 1 });
  await assert.rejects(pool.run(1), /Cannot find module/);
  await pool.stop();
  assert.equal(pool.threads, 0);
});

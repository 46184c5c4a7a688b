import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GarbageCollectionTask } from '../../../src/admin/tasks/gc-task.js';
import { TaskOutput } from '../../../src/admin/tasks/task-output.js';

for (const [query, runs] of [
  ['', 1],
  ['runs=3', 3],
  ['runs=many', 1],
  ['runs=', 1],
  ['runs=2&runs=5', 2],
  ['runs=0', 0],
  ['runs=-1', 0],
] as const) {
  test(`gc with "${query}" runs ${runs} times`, async () => {
    let collections = 0;
    const text = await run(new GarbageCollectionTask(() => collections++), query);
    assert.equal(collections, runs);
    assert.equal(text, `${'Running GC...\n'.repeat(runs)}Done!\n`);
  });
}

test('gc runs at most ten times, and says so', async () => {
  let collections = 0;
  await run(new GarbageCollectionTask(() => collections++), 'runs=10');
  assert.equal(collections, 10);
  await assert.rejects(run(new GarbageCollectionTask(() => collections++), 'runs=11'), {
    name: 'BadRequestException',
    message: 'Parameter runs: 11 is too many; at most 10, because each run stops the service for a moment',
  });
  assert.equal(collections, 10);
});

test('gc really collects garbage', async () => {
  const garbage = makeGarbage();
  // What is looked at through a weak reference lives at least until the present job has ended.
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await run(new GarbageCollectionTask(), ''), 'Running GC...\nDone!\n');
  assert.equal(garbage.deref(), undefined);
  assert.equal(typeof (globalThis as { gc?: unknown }).gc, 'undefined');
});

function makeGarbage(): WeakRef<object> {
  return new WeakRef({});
}

async function run(task: GarbageCollectionTask, query: string): Promise<string> {
  const output = new TaskOutput(new AbortController().signal);
  const pieces: string[] = [];
  const reading = (async () => {
    for await (const piece of output.pieces()) pieces.push(piece);
  })();
  await task.execute(new URLSearchParams(query), output);
  output.end();
  await reading;
  return pieces.join('');
}

// The script of the pools in worker-pool.test.ts: doubles numbers, and misbehaves in the ways that the tests ask for.
import { parentPort } from 'node:worker_threads';

parentPort!.on('message', (message: number | string) => {
  if (typeof message === 'number') parentPort!.postMessage(message * 2);
  if (message === 'fail') throw new Error('thread failed');
  if (message === 'exit') process.exit(7);
  if (message === 'fill memory') {
    const kept: string[][] = [];
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => `${index}`));
  }
  if (message === 'fail later') {
    parentPort!.postMessage('answered');
    setImmediate(() => {
      throw new Error('failed while idle');
    });
  }
  if (message === 'answer twice') {
    parentPort!.postMessage('first');
    parentPort!.postMessage('second');
  }
});

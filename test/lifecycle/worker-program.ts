import { parentPort } from 'node:worker_threads';

parentPort!.on('message', (message: number | 'fail') => {
  if (message === 'fail') throw new Error('thread failed');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(message * 2);
});

import { parentPort } from 'node:worker_threads';

parentPort!.on('message', (message: number | 'fail') => {
  if (message === 'fail') throw new Error('thread failed');
  parentPort!.postMessage(message * 2);
});

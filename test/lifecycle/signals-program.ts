// Started by shutdown-signals.test.ts: says "ready", then does what its argument says.
import { stopOnSignals } from '../../src/lifecycle/shutdown-signals.js';

const [, , behaviour] = process.argv;
const alive = setInterval(() => undefined, 1000);
stopOnSignals(async () => {
  process.stdout.write('stopping\n');
  if (behaviour === 'slow') await new Promise((resolve) => setTimeout(resolve, 100));
  if (behaviour === 'hang') await new Promise(() => undefined);
  if (behaviour === 'fail') throw new Error('cannot stop');
  clearInterval(alive);
});
process.stdout.write('ready\n');
if (behaviour === 'throw')
  setTimeout(() => {
    throw new Error('nobody caught this');
  }, 10);
if (behaviour === 'reject') void Promise.reject(new Error('nobody handled this'));

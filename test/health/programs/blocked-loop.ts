import { execSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { DeadlockHealthCheck } from '../../../src/health/deadlock-health-check.js';

// Blocks its event loop in the way named first, with the log in the file named second, and prints what the check says as JSON lines.
const [way, file] = process.argv.slice(2);
const check = new DeadlockHealthCheck({ threshold: '500 ms', recovery: '400 ms', destinations: [{ path: file! }] });
check.start();
// The watching thread has begun by then, on a busy machine too.
await sleep(800);
say();
block();
appendFileSync(file!, 'the loop goes on\n');
say();
await sleep(900);
say();
await check.stop();

function say(): void {
  const result = check.check();
  process.stdout.write(
    `${JSON.stringify({ ...result, error: 'error' in result ? result.error?.stack : undefined, stalls: check.stalls })}\n`,
  );
}

function block(): void {
  if (way === 'loop') busyFor(2500);
  else if (way === 'native') execSync('sleep 3');
  else if (way === 'short') busyFor(100);
  else throw new Error(`no way ${way}`);
}

function busyFor(milliseconds: number): void {
  const end = Date.now() + milliseconds;
  while (Date.now() < end) Math.sqrt(end);
}

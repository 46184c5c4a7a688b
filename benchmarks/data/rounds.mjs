// Alternating rounds: every contestant runs for a while, then every one again, so that a busy moment of the machine hits all alike.
import { performance } from 'node:perf_hooks';

/**
 * Operations per second of each contestant, one number per round.
 *
 * @param runs name → function that does a known number of operations: `{ operations, run }`
 */
export function race(runs, { rounds, milliseconds }) {
  const results = new Map([...runs.keys()].map((name) => [name, []]));
  for (const { run } of runs.values()) timed(run, milliseconds);
  for (let round = 0; round < rounds; round++) {
    for (const [name, { operations, run }] of runs) {
      const { count, elapsed } = timed(run, milliseconds);
      results.get(name).push((count * operations * 1000) / elapsed);
    }
  }
  return results;
}

function timed(run, milliseconds) {
  const began = performance.now();
  let count = 0;
  let elapsed = 0;
  do {
    for (let again = 0; again < 20; again++) run();
    count += 20;
    elapsed = performance.now() - began;
  } while (elapsed < milliseconds);
  return { count, elapsed };
}

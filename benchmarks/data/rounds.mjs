// Alternating rounds: every contestant runs for a while, then every one again, so that a busy moment of the machine hits all alike. Time is
// processor time of the process, that of the garbage collector's threads included: what other programs do meanwhile hardly counts.

/**
 * Operations per second of processor time of each contestant, one number per round.
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
  const began = process.cpuUsage();
  let count = 0;
  let elapsed = 0;
  do {
    for (let again = 0; again < 20; again++) run();
    count += 20;
    const { user, system } = process.cpuUsage(began);
    elapsed = (user + system) / 1000;
  } while (elapsed < milliseconds);
  return { count, elapsed };
}

// Medians, and intervals for the ratio of two programs. The unit of replication is the process: the same program started twice can differ by
// a fifth, because the JIT compiler decides anew each time, so rounds within one process say little about the program.

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/**
 * The ratio of two means over processes, with a 95 % interval by bootstrap: processes of both programs are drawn with replacement.
 * Drawing is seeded, so that the same measurements always give the same interval.
 */
export function ratioWithInterval(numerators, denominators, draws = 4000) {
  const random = seededRandom(20_261_115);
  const drawn = (values) => mean(values.map(() => values[Math.floor(random() * values.length)]));
  const ratios = Array.from({ length: draws }, () => drawn(numerators) / drawn(denominators)).sort((a, b) => a - b);
  return {
    ratio: mean(numerators) / mean(denominators),
    low: ratios[Math.floor(draws * 0.025)],
    high: ratios[Math.ceil(draws * 0.975) - 1],
  };
}

/** What may be said of a cost ratio: nothing, unless the interval excludes 1. */
export function verdict({ low, high }) {
  if (high < 1) return 'cheaper';
  return low > 1 ? 'dearer' : 'level';
}

function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    // Mulberry32: 32 bits of state are plenty for drawing four processes.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

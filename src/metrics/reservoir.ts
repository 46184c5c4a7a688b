/** Kept slices beside the current one; with one a minute, percentiles look back over four to five minutes. */
const keptSlices = 4;
/** Steps a millisecond: the finest difference that is kept. */
const stepsPerMillisecond = 8000;
/** Every power of two is divided into 32 equal parts, so a recorded value is never off by more than 1/64 of itself. */
const partBits = 5;
const parts = 1 << partBits;
const cells = (32 - partBits) * parts + parts;

/**
 * The durations of the last minutes, kept as counts in cells that grow with the value: to record is a few instructions and allocates
 * nothing, and no duration is forgotten by chance.
 */
export class Reservoir {
  private current = new Slice();
  private readonly past: Slice[] = [];
  private retiredCount = 0;
  private retiredSum = 0;

  record(milliseconds: number): void {
    this.current.record(milliseconds);
  }

  /** Everything ever recorded. */
  get count(): number {
    return this.retiredCount + this.current.count;
  }

  /** Milliseconds ever recorded. */
  get sum(): number {
    return this.retiredSum + this.current.sum;
  }

  /** Begins a new slice and forgets the oldest. */
  rotate(): void {
    const { current, past } = this;
    this.retiredCount += current.count;
    this.retiredSum += current.sum;
    past.push(current);
    const reusable = past.length > keptSlices ? past.shift()! : new Slice();
    reusable.clear();
    this.current = reusable;
  }

  snapshot(): Snapshot {
    return new Snapshot([...this.past, this.current].filter((slice) => slice.count > 0));
  }
}

/** The distribution of the durations of the last minutes, in milliseconds. */
export class Snapshot {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly standardDeviation: number;
  private readonly counts = new Float64Array(cells);

  constructor(slices: readonly Slice[]) {
    let [count, sum, squares, min, max] = [0, 0, 0, Infinity, 0];
    for (const slice of slices) {
      count += slice.count;
      sum += slice.sum;
      squares += slice.squares;
      min = Math.min(min, slice.min);
      max = Math.max(max, slice.max);
      for (let cell = 0; cell < cells; cell++) this.counts[cell]! += slice.counts[cell]!;
    }
    this.count = count;
    this.min = count === 0 ? 0 : min;
    this.max = max;
    this.mean = count === 0 ? 0 : sum / count;
    this.standardDeviation = count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - this.mean * this.mean));
  }

  /** The value that the given share of durations does not exceed; NaN if there are none. */
  quantile(share: number): number {
    if (this.count === 0) return Number.NaN;
    const rank = Math.max(1, Math.ceil(share * this.count));
    let seen = 0;
    for (let cell = 0; cell < cells; cell++) {
      seen += this.counts[cell]!;
      if (seen >= rank) return Math.min(this.max, Math.max(this.min, middleOf(cell)));
    }
    return this.max;
  }
}

class Slice {
  count = 0;
  sum = 0;
  squares = 0;
  min = Infinity;
  max = 0;
  readonly counts: Uint32Array = new Uint32Array(cells);

  record(milliseconds: number): void {
    this.count++;
    this.sum += milliseconds;
    this.squares += milliseconds * milliseconds;
    if (milliseconds < this.min) this.min = milliseconds;
    if (milliseconds > this.max) this.max = milliseconds;
    this.counts[cellOf(milliseconds)]!++;
  }

  clear(): void {
    this.count = this.sum = this.squares = this.max = 0;
    this.min = Infinity;
    this.counts.fill(0);
  }
}

function cellOf(milliseconds: number): number {
  const steps = Math.min(milliseconds * stepsPerMillisecond, 0xffffffff) >>> 0;
  if (steps < parts) return steps;
  const shift = 31 - Math.clz32(steps) - partBits;
  return (shift << partBits) + (steps >>> shift);
}

function middleOf(cell: number): number {
  if (cell < 2 * parts) return (cell + 0.5) / stepsPerMillisecond;
  const shift = (cell >>> partBits) - 1;
  return (((cell & (parts - 1)) + parts + 0.5) * 2 ** shift) / stepsPerMillisecond;
}

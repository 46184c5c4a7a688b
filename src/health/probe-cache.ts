/** How many runs are allowed in a row before cached results are returned. */
const burst = 10;

/**
 * Limits how often probes run the checks.
 *
 * A probe that arrives while a run is under way shares its result. Otherwise a probe gets a fresh run as long as the allowance lasts: ten
 * runs, of which one is restored every `cacheMilliseconds`. So probes at a usual pace always see the current state, and those in quick succession
 * one that is at most that old.
 */
export class ProbeCache<T> {
  private running: Promise<T> | undefined;
  private last: { readonly value: T } | undefined;
  private allowance = burst;
  private countedAt = performance.now();
  private generation = 0;

  /** How old a cached result may be. */
  cacheMilliseconds = 0;

  constructor(private readonly run: () => Promise<T>) {}

  get(): Promise<T> {
    if (this.running !== undefined) return this.running;
    if (this.last !== undefined && !this.mayRun()) return Promise.resolve(this.last.value);
    this.allowance--;
    const generation = this.generation;
    const running = this.run().then(
      (value) => {
        if (generation === this.generation) {
          this.running = undefined;
          this.last = { value };
        }
        return value;
      },
      (error: unknown) => {
        if (generation === this.generation) this.running = undefined;
        throw error;
      },
    );
    this.running = running;
    return running;
  }

  /** Drops the cached result, so that the next probe runs. */
  clear(): void {
    this.generation++;
    this.running = undefined;
    this.last = undefined;
  }

  private mayRun(): boolean {
    const now = performance.now();
    const earned = this.cacheMilliseconds === 0 ? burst : (now - this.countedAt) / this.cacheMilliseconds;
    this.countedAt = now;
    this.allowance = Math.min(burst, Math.max(0, this.allowance) + earned);
    return this.allowance >= 1;
  }
}

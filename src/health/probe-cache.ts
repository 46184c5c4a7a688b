/** Fresh runs that are allowed at once, before answers come from memory. */
const burst = 10;

/**
 * Keeps a flood of probes from becoming a flood of checks.
 *
 * A probe that comes while a run is under way shares its outcome. Beyond that a probe gets a fresh run as long as the allowance lasts: ten
 * runs, of which one comes back every `cacheMilliseconds`. So probes at a usual pace always see the present state, and in a flood they
 * see one that is at most that old.
 */
export class ProbeCache<T> {
  private running: Promise<T> | undefined;
  private last: { readonly value: T } | undefined;
  private allowance = burst;
  private countedAt = performance.now();
  private generation = 0;

  /** How old an answer from memory may be. */
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

  /** Forgets what is known, so that the next probe runs. */
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

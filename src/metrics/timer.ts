import { asPromise } from '../values/as-promise.js';
import { MovingAverages } from './moving-average.js';
import type { Rates } from './moving-average.js';
import { Reservoir } from './reservoir.js';
import type { Snapshot } from './reservoir.js';

/** Measures how long something takes and how often it happens. */
export class Timer {
  private readonly reservoir = new Reservoir();
  private readonly averages = new MovingAverages();

  /** Records one duration. */
  record(milliseconds: number): void {
    this.reservoir.record(milliseconds);
  }

  /** Runs the function and records how long it took, until its promise settles if it returns one; failures are recorded too. */
  time<T>(run: () => T): T {
    const started = performance.now();
    let result: T;
    try {
      result = run();
    } catch (error) {
      this.record(performance.now() - started);
      throw error;
    }
    const promise = asPromise(result);
    if (promise === undefined) {
      this.record(performance.now() - started);
      return result;
    }
    const stop = (): void => this.record(performance.now() - started);
    promise.then(stop, stop);
    // The promise, not the thenable: a query builder sends its query each time `then` is called. Both resolve with the same value.
    return promise as T;
  }

  get count(): number {
    return this.reservoir.count;
  }

  /** The sum of all durations, in milliseconds. */
  get sum(): number {
    return this.reservoir.sum;
  }

  get rates(): Rates {
    return this.averages.rates(this.count);
  }

  /** The distribution of the durations of the last minutes. */
  snapshot(): Snapshot {
    return this.reservoir.snapshot();
  }

  /** Called by the registry every five seconds. */
  tick(): void {
    this.averages.tick(this.count);
  }

  /** Called by the registry every minute. */
  rotate(): void {
    this.reservoir.rotate();
  }
}

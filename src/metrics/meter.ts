import { MovingAverages } from './moving-average.js';
import type { Rates } from './moving-average.js';

/** Counts events, with their rates over the last minutes. */
export class Meter {
  private readonly averages = new MovingAverages();
  private marked = 0;

  mark(): void {
    this.marked++;
  }

  get count(): number {
    return this.marked;
  }

  get rates(): Rates {
    return this.averages.rates(this.marked);
  }

  /** Called by the registry every five seconds. */
  tick(): void {
    this.averages.tick(this.marked);
  }
}

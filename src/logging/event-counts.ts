import type { Level } from './level.js';

/** How many events passed the levels of their loggers since the process started; metrics read it. */
export class EventCounts {
  private readonly byRank = new Float64Array(7);

  /** Counts one event. */
  add(level: Level): void {
    this.byRank[level.rank]!++;
  }

  of(level: Level): number {
    return this.byRank[level.rank]!;
  }

  get trace(): number {
    return this.byRank[1]!;
  }

  get debug(): number {
    return this.byRank[2]!;
  }

  get info(): number {
    return this.byRank[3]!;
  }

  get warn(): number {
    return this.byRank[4]!;
  }

  get error(): number {
    return this.byRank[5]!;
  }

  get all(): number {
    return this.byRank.reduce((sum, count) => sum + count, 0);
  }
}

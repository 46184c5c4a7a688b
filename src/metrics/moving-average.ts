/** How often the averages are brought up to date. */
export const tickSeconds = 5;

/** The exponentially weighted averages of a count's growth per second over one, five and fifteen minutes. */
export class MovingAverages {
  private readonly averages = [1, 5, 15].map((minutes) => ({ weight: 1 - Math.exp(-tickSeconds / 60 / minutes), rate: 0 }));
  private readonly startedAt = performance.now();
  private countAtTick = 0;
  private ticked = false;

  /** To be called every {@link tickSeconds}. */
  tick(count: number): void {
    const rateNow = (count - this.countAtTick) / tickSeconds;
    this.countAtTick = count;
    for (const average of this.averages) average.rate = this.ticked ? average.rate + average.weight * (rateNow - average.rate) : rateNow;
    this.ticked = true;
  }

  rates(count: number): Rates {
    const seconds = (performance.now() - this.startedAt) / 1000;
    const [one, five, fifteen] = this.averages.map(({ rate }) => rate);
    return { mean: count === 0 ? 0 : count / seconds, oneMinute: one!, fiveMinutes: five!, fifteenMinutes: fifteen! };
  }
}

/** Events per second. */
export interface Rates {
  /** Since the start. */
  readonly mean: number;
  readonly oneMinute: number;
  readonly fiveMinutes: number;
  readonly fifteenMinutes: number;
}

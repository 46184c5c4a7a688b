import { getLogger } from '../logging/get-logger.js';
import type { ScheduledCall } from '../logging/logging-clock.js';
import { Duration } from '../values/duration.js';
import { machineClock } from './clock.js';
import type { Clock } from './clock.js';
import type { Managed } from './managed.js';

const log = getLogger('keelson.lifecycle.ScheduledTask');

/** Given a signal that is aborted when the service stops, so that long work can end early. */
export type ScheduledWork = (signal: AbortSignal) => unknown;

/** When a {@link ScheduledTask} takes its first turn, and by which clock. */
export interface ScheduleOptions {
  /** Until the first turn; the period unless given. */
  readonly initialDelay?: Duration | string;
  /** What measures the time between turns; the service's own unless given. */
  readonly clock?: Clock;
}

/** Work that is done every so often, from the start of one turn to the start of the next; a turn that takes longer delays the next. */
export class ScheduledTask implements Managed {
  private readonly controller = new AbortController();
  private readonly initialDelay: Duration;
  private readonly clock: Clock;
  private next: ScheduledCall | undefined = undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    readonly name: string,
    private readonly period: Duration,
    private readonly work: ScheduledWork,
    { initialDelay = period, clock = machineClock }: ScheduleOptions = {},
  ) {
    if (period.toMilliseconds() < 1)
      throw new RangeError(`${name} cannot be scheduled every ${period}; the shortest period is 1 millisecond`);
    this.initialDelay = Duration.from(initialDelay);
    this.clock = clock;
  }

  start(): void {
    this.wait(this.initialDelay.toMilliseconds());
  }

  /** No further turn begins; one that is under way is told by its signal and waited for. */
  async stop(): Promise<void> {
    this.next?.cancel();
    this.controller.abort(new Error(`${this.name} is stopping`));
    await this.turn;
  }

  private wait(milliseconds: number): void {
    this.next = this.clock.after(milliseconds, () => this.begin());
  }

  private begin(): void {
    const begun = this.clock.elapsed();
    this.turn = this.run().then(() => {
      if (!this.controller.signal.aborted) this.wait(Math.max(0, this.period.toMilliseconds() - (this.clock.elapsed() - begun)));
    });
  }

  private async run(): Promise<void> {
    try {
      await this.work(this.controller.signal);
    } catch (thrown) {
      // Work that ends early because it was asked to has not failed.
      if (!this.controller.signal.aborted) log.error('%s failed; the next turn comes in %s', this.name, this.period, thrown);
    }
  }
}

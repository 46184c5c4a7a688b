import { getLogger } from '../logging/get-logger.js';
import type { ScheduledCall } from '../logging/logging-clock.js';
import { Duration } from '../values/duration.js';
import { machineClock } from './clock.js';
import type { Clock } from './clock.js';
import { LifecycleSettingError } from './lifecycle-errors.js';
import type { Managed } from './managed.js';

const log = getLogger('keelson.lifecycle.ScheduledTask');

/** The signal is aborted when the service stops, so that long work can end early. */
export type ScheduledWork = (signal: AbortSignal) => unknown;

/** When a {@link ScheduledTask} first runs, and by which clock. */
export interface ScheduleOptions {
  /** The delay before the first run; the period by default. */
  readonly initialDelay?: Duration | string;
  /** Measures the time between runs; the service's clock by default. */
  readonly clock?: Clock;
}

/** Runs work periodically, measured from the start of one run to the start of the next; a run that takes longer than the period delays the next. */
export class ScheduledTask implements Managed {
  private readonly controller = new AbortController();
  private readonly initialDelay: Duration;
  private readonly clock: Clock;
  private next: ScheduledCall | undefined = undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    readonly name: string,
    private readonly period: Duration,
    private readonly work: ScheduledWork,
    { initialDelay = period, clock = machineClock }: ScheduleOptions = {},
  ) {
    if (period.toMilliseconds() < 1)
      throw new LifecycleSettingError(`${name} cannot be scheduled every ${period}; the shortest period is 1 millisecond`);
    this.initialDelay = Duration.from(initialDelay);
    this.clock = clock;
  }

  start(): void {
    this.wait(this.initialDelay.toMilliseconds());
  }

  /** Starts no further run; aborts the signal of one under way and waits for it. */
  async stop(): Promise<void> {
    this.next?.cancel();
    this.controller.abort(new Error(`${this.name} is stopping`));
    await this.running;
  }

  private wait(milliseconds: number): void {
    this.next = this.clock.after(milliseconds, () => this.begin());
  }

  private begin(): void {
    const begun = this.clock.elapsed();
    this.running = this.run().then(() => {
      if (!this.controller.signal.aborted) this.wait(Math.max(0, this.period.toMilliseconds() - (this.clock.elapsed() - begun)));
    });
  }

  private async run(): Promise<void> {
    try {
      await this.work(this.controller.signal);
    } catch (thrown) {
      // Work that ends early because its signal was aborted has not failed.
      if (!this.controller.signal.aborted) log.error('%s failed; it runs again in %s', this.name, this.period, thrown);
    }
  }
}

import { Duration } from '../values/duration.js';
import { HealthCheck, HealthResult } from './health-check.js';
import type { StallDestination, StallReport } from './stall-report.js';
import { StallWatchdog } from './stall-watchdog.js';

export interface DeadlockHealthCheckSettings {
  /** How long the event loop may stand still; 5 seconds unless said otherwise. */
  readonly threshold?: Duration | string;
  /** How long it must have been free again before the check is healthy; 30 seconds unless said otherwise. */
  readonly recovery?: Duration | string;
  readonly destinations?: readonly StallDestination[];
}

interface Stall {
  readonly stack: string;
  /** Known once the loop is free. */
  readonly blockedMilliseconds: number | undefined;
  /** When the main thread last heard of it. */
  readonly at: number;
}

/**
 * The check `deadlocks`: unhealthy with the stack of the code that blocked the event loop, until the loop has been free for a while.
 *
 * The report itself is written to the log while the loop is still blocked.
 */
export class DeadlockHealthCheck extends HealthCheck {
  private readonly watchdog: StallWatchdog;
  private readonly recoveryMilliseconds: number;
  private stall: Stall | undefined;
  private failure: Error | undefined;
  /** How often the loop was found blocked since the start. */
  stalls = 0;

  constructor(settings: DeadlockHealthCheckSettings = {}) {
    super();
    this.recoveryMilliseconds = Duration.from(settings.recovery ?? '30 seconds').toMilliseconds();
    this.watchdog = new StallWatchdog({
      thresholdMilliseconds: Duration.from(settings.threshold ?? '5 seconds').toMilliseconds(),
      loggerName: 'keelson.health.DeadlockHealthCheck',
      destinations: settings.destinations ?? [{ descriptor: 1 }],
      onReport: (report) => this.take(report),
      onFailure: (error) => {
        this.failure = error;
      },
    });
  }

  start(): void {
    this.watchdog.start();
  }

  stop(): Promise<void> {
    return this.watchdog.stop();
  }

  override check(): HealthResult {
    this.watchdog.catchUp();
    const { stall, failure } = this;
    if (stall !== undefined && performance.now() - stall.at < this.recoveryMilliseconds) return unhealthy(stall);
    if (failure !== undefined) return HealthResult.healthy(`not watched: ${failure.message}`);
    return HealthResult.healthy();
  }

  private take(report: StallReport): void {
    if (report.kind === 'blocked') {
      // Native code is reported twice: at once, and with the caller's stack when it returns.
      if (this.stall === undefined || this.stall.blockedMilliseconds !== undefined) this.stalls++;
      this.stall = { stack: report.stack, blockedMilliseconds: undefined, at: performance.now() };
      return;
    }
    if (this.stall !== undefined) this.stall = { ...this.stall, blockedMilliseconds: report.blockedMilliseconds, at: performance.now() };
  }
}

function unhealthy({ stack, blockedMilliseconds, at }: Stall): HealthResult {
  const length = blockedMilliseconds === undefined ? '' : ` for ${seconds(blockedMilliseconds)}`;
  const message = `the event loop was blocked${length} and has been free for ${seconds(performance.now() - at)}`;
  const error = new Error(message);
  error.stack = stack;
  return HealthResult.unhealthy(message, error);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

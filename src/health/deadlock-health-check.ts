import type { Appender, DirectPlace } from '../logging/appenders/appender.js';
import { getLogger, loggerTree } from '../logging/get-logger.js';
import { Level } from '../logging/level.js';
import { Duration } from '../values/duration.js';
import { isKeelsonError } from '../values/keelson-error.js';
import { HealthCheck, HealthResult } from './health-check.js';
import { errorOf, eventOf, stallLoggerName } from './stall-report.js';
import type { BlockedReport, StallReport } from './stall-report.js';
import { StallWatchdog } from './stall-watchdog.js';

/** When the event loop counts as blocked, and when as free again. */
export interface DeadlockHealthCheckSettings {
  /** How long the event loop may be blocked; 5 seconds by default. */
  readonly threshold?: Duration | string;
  /** How long the loop must have been free again before the check is healthy; 30 seconds by default. */
  readonly recovery?: Duration | string;
}

/**
 * The check `deadlocks`: unhealthy with the stack of the code that blocked the event loop, until the loop has been free for a while.
 *
 * The report is written to the log while the loop is still blocked. Started and stopped with the service.
 */
export class DeadlockHealthCheck extends HealthCheck {
  private readonly thresholdMilliseconds: number;
  private readonly recoveryMilliseconds: number;
  private watchdog: StallWatchdog | undefined;
  private stall: Stall | undefined;
  private failure: Error | undefined;
  private stallCount = 0;

  constructor(settings: DeadlockHealthCheckSettings = {}) {
    super();
    this.thresholdMilliseconds = Duration.from(settings.threshold ?? '5 seconds').toMilliseconds();
    this.recoveryMilliseconds = Duration.from(settings.recovery ?? '30 seconds').toMilliseconds();
  }

  /** How often the loop has been blocked since the start. */
  get stalls(): number {
    return this.stallCount;
  }

  /** Begins to watch; the log must already be configured. */
  start(): void {
    this.watchdog ??= new StallWatchdog({
      thresholdMilliseconds: this.thresholdMilliseconds,
      places: appenders().flatMap(({ direct }): readonly DirectPlace[] => (direct === undefined ? [] : [direct])),
      onReport: (report) => this.take(report),
      onFailure: (error) => this.watchFailed(error),
    });
    try {
      this.watchdog.start();
    } catch (error) {
      // Threads may be forbidden, or the file missing in a bundle: a reason to warn, not to refuse to serve.
      this.watchFailed(error as Error);
    }
  }

  async stop(): Promise<void> {
    await this.watchdog?.stop();
  }

  override check(): HealthResult {
    this.watchdog?.catchUp();
    const { stall, failure } = this;
    if (stall !== undefined && performance.now() - stall.at < this.recoveryMilliseconds) return unhealthy(stall);
    if (failure !== undefined) return HealthResult.healthy(`not watched: ${failure.message}`);
    return HealthResult.healthy();
  }

  private take(report: StallReport): void {
    const at = performance.now();
    if (report.kind === 'blocked') {
      // A stall in native code is reported twice: at once, and with the caller's stack when it returns.
      if (this.stall === undefined || this.stall.blockedMilliseconds !== undefined) this.stallCount++;
      this.stall = { stack: report.stack, blockedMilliseconds: undefined, at };
      logBelatedly(report);
      return;
    }
    if (this.stall !== undefined) this.stall = { ...this.stall, blockedMilliseconds: report.blockedMilliseconds, at };
    getLogger(stallLoggerName).warn('The event loop is free again after %s', seconds(report.blockedMilliseconds));
  }

  private watchFailed(error: Error): void {
    this.failure = error;
    const log = getLogger(stallLoggerName);
    if (isKeelsonError(error)) log.warn('The event loop is not watched: %s', error.message);
    else log.error('The event loop is not watched', error);
  }
}

interface Stall {
  readonly stack: string;
  /** Known once the loop is free. */
  readonly blockedMilliseconds: number | undefined;
  /** When the main thread last got a report of it. */
  readonly at: number;
}

/** Where an ERROR of ours goes as the log is configured now. */
function appenders(): readonly Appender[] {
  const { routes, threshold } = getLogger(stallLoggerName);
  if (threshold > Level.ERROR.rank) return [];
  return routes.filter((route) => route.threshold <= Level.ERROR.rank).map(({ appender }) => appender);
}

/** Writes the report to appenders that the watching thread could not write to, and counts the line. */
function logBelatedly(report: BlockedReport): void {
  loggerTree.counts.add(Level.ERROR);
  for (const appender of appenders()) if (appender.direct === undefined) appender.append(eventOf(report));
}

function unhealthy({ stack, blockedMilliseconds, at }: Stall): HealthResult {
  const length = blockedMilliseconds === undefined ? '' : ` for ${seconds(blockedMilliseconds)}`;
  const free = seconds(performance.now() - at);
  return HealthResult.unhealthy(`the event loop was blocked${length} and has been free for ${free}`, errorOf(stack));
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

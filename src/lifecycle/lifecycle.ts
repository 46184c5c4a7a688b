import { getLogger } from '../logging/get-logger.js';
import { Duration } from '../values/duration.js';
import { machineClock } from './clock.js';
import type { Clock } from './clock.js';
import { JobPool } from './job-pool.js';
import type { JobPoolOptions } from './job-pool.js';
import { asManaged } from './managed.js';
import type { Closeable, Managed } from './managed.js';
import { ScheduledTask } from './scheduled-task.js';
import type { ScheduleOptions, ScheduledWork } from './scheduled-task.js';
import { within } from './time-limit.js';
import { WorkerPool } from './worker-pool.js';
import type { WorkerPoolOptions } from './worker-pool.js';

const log = getLogger('keelson.lifecycle.Lifecycle');

/**
 * Starts what the service needs in the order it was given, and stops it in reverse.
 *
 * ```
 *   manage(a) manage(b) manage(c)     start: a b c      b fails: a is stopped, the service does not start
 *                                     stop:  c b a      b fails or hangs: logged, a is stopped all the same
 * ```
 *
 * @example environment.lifecycle.manage(new ConnectionPool())
 */
export class Lifecycle {
  private readonly entries: Entry[] = [];
  private state: 'new' | 'starting' | 'started' | 'stopped' = 'new';
  private stopping: Promise<void> | undefined = undefined;

  /** `stopLimit`: how long one object may take to stop before it is passed over. */
  constructor(
    private readonly stopLimit: Duration = Duration.seconds(10),
    private readonly clock: Clock = machineClock,
  ) {}

  /** Starts and stops this with the service; yields it, so that it can be managed where it is made. The same object twice counts once. */
  manage<T extends Managed | Closeable>(thing: T, name = nameOf(thing)): T {
    if (this.state !== 'new') throw new LifecycleError(name);
    if (!this.entries.some((entry) => entry.thing === thing)) this.entries.push({ thing, name, managed: asManaged(thing), started: false });
    return thing;
  }

  /**
   * Does the work again and again while the service runs, never twice at a time. A failure is logged, and the next turn comes all the same.
   *
   * @example lifecycle.schedule('cleanup', '5 minutes', () => sessions.removeExpired())
   */
  schedule(name: string, period: Duration | string, work: ScheduledWork, options?: ScheduleOptions): void {
    this.manage(new ScheduledTask(name, Duration.from(period), work, { clock: this.clock, ...options }), name);
  }

  /** A pool for asynchronous jobs: so many at a time, so many waiting, the rest refused. It stops with the service. */
  jobPool(name: string, options?: JobPoolOptions): JobPool {
    return this.manage(new JobPool(name, options), name);
  }

  /** A pool of worker threads for work that would hold up the event loop. It stops with the service. */
  workerPool(name: string, script: URL, options?: WorkerPoolOptions): WorkerPool {
    return this.manage(new WorkerPool(name, script, options), name);
  }

  /** Starts all in order. Where one fails, those before it are stopped in reverse, and what it threw is thrown. */
  async start(): Promise<void> {
    if (this.state !== 'new') throw new Error(`The lifecycle is ${this.state}; it starts once`);
    this.state = 'starting';
    for (const entry of this.entries) {
      try {
        await entry.managed.start?.();
        entry.started = true;
      } catch (thrown) {
        log.error('Unable to start %s, shutting down', entry.name, thrown);
        await this.stop();
        throw thrown;
      }
    }
    this.state = 'started';
  }

  /** Stops what was started, in reverse. Failures and time-outs are logged, never thrown. A second call waits for the first. */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  private async stopAll(): Promise<void> {
    this.state = 'stopped';
    for (const entry of this.entries.toReversed()) {
      if (entry.started) await this.stopOne(entry);
    }
  }

  private async stopOne({ managed, name }: Entry): Promise<void> {
    try {
      const outcome = await within(this.stopLimit, () => managed.stop?.());
      if (outcome === 'late') log.error('%s did not stop within %s and is left behind', name, this.stopLimit);
    } catch (thrown) {
      log.error('Unable to stop %s', name, thrown);
    }
  }
}

/** Something was to be managed when it was too late for that. */
export class LifecycleError extends Error {
  override readonly name = 'LifecycleError';
  readonly code = 'KEELSON_LIFECYCLE_STARTED';
  constructor(thing: string) {
    super(`${thing} cannot be managed any more: the service has started already. Manage it in run(), or start and stop it yourself`);
  }
}

interface Entry {
  readonly thing: unknown;
  readonly name: string;
  readonly managed: Managed;
  started: boolean;
}

function nameOf(thing: object): string {
  const { constructor, name } = thing as { constructor?: { name?: string }; name?: unknown };
  const className = constructor?.name ?? '';
  return className !== '' && className !== 'Object' ? className : typeof name === 'string' ? name : 'a managed object';
}

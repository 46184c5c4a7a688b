import { getLogger } from '../logging/get-logger.js';
import { Duration } from '../values/duration.js';
import { NameTakenError } from '../values/registration-errors.js';
import { machineClock } from './clock.js';
import type { Clock } from './clock.js';
import { JobPool } from './job-pool.js';
import type { JobPoolOptions } from './job-pool.js';
import { LifecycleError, LifecycleSettingError, LifecycleStateError, StartInterruptedError } from './lifecycle-errors.js';
import { asManaged } from './managed.js';
import type { Closeable, Managed } from './managed.js';
import { ScheduledTask } from './scheduled-task.js';
import type { ScheduleOptions, ScheduledWork } from './scheduled-task.js';
import { logStartFailure, tellIfSlow } from './start-progress.js';
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
 *   stop while b starts               b may finish starting, c is not started, b and a are stopped
 * ```
 *
 * An object without `start` is open from the moment it is made, so it is stopped even if the lifecycle never starts.
 *
 * @example environment.lifecycle.manage(new ConnectionPool())
 */
export class Lifecycle {
  private readonly entries: Entry[] = [];
  private state: 'new' | 'starting' | 'started' | 'stopped' = 'new';
  private readonly interruption = new AbortController();
  private stopping: Promise<void> | undefined = undefined;

  /** `stopLimit`: how long one object may take to stop before it is left behind. */
  constructor(
    private readonly stopLimit: Duration = Duration.seconds(10),
    private readonly clock: Clock = machineClock,
  ) {}

  /** Starts and stops an object with the service. Returns the object; managing the same object twice has no effect. */
  manage<T extends Managed | Closeable>(thing: T, name = nameOf(thing)): T {
    if (this.state !== 'new') throw new LifecycleError(name);
    const managed = asManaged(thing);
    const state: EntryState = managed.start === undefined ? openState : newState;
    if (!this.entries.some((entry) => entry.thing === thing)) this.entries.push({ thing, name, managed, state });
    return thing;
  }

  /**
   * Does the work again and again while the service runs, never twice at a time. A failure is logged, and the schedule goes on.
   *
   * @example lifecycle.schedule('cleanup', '5 minutes', () => sessions.removeExpired())
   */
  schedule(name: string, period: Duration | string, work: ScheduledWork, options?: ScheduleOptions): void {
    this.refuseTaken(
      ScheduledTask,
      'schedule',
      name,
      'give one of them another name, or replace the first with lifecycle.replaceSchedule()',
    );
    this.manage(new ScheduledTask(name, periodOf(name, period), work, { clock: this.clock, ...options }), name);
  }

  /** Like {@link schedule}, in place of the schedule of that name, if there is one. */
  replaceSchedule(name: string, period: Duration | string, work: ScheduledWork, options?: ScheduleOptions): void {
    if (this.state !== 'new') throw new LifecycleError(name);
    const index = this.entries.findIndex(({ thing }) => thing instanceof ScheduledTask && thing.name === name);
    if (index >= 0) this.entries.splice(index, 1);
    this.schedule(name, period, work, options);
  }

  /** A pool for asynchronous jobs, with a limit on how many run and how many wait. It stops with the service. */
  jobPool(name: string, options?: JobPoolOptions): JobPool {
    this.refuseTaken(JobPool, 'job pool', name, 'give one of them another name');
    return this.manage(new JobPool(name, options), name);
  }

  /** A pool of worker threads for CPU-bound work, which would block the event loop. It stops with the service. */
  workerPool(name: string, script: URL, options?: WorkerPoolOptions): WorkerPool {
    this.refuseTaken(WorkerPool, 'worker pool', name, 'give one of them another name');
    return this.manage(new WorkerPool(name, script, options), name);
  }

  /**
   * Starts all in order. If one fails, those before it are stopped in reverse and its error is thrown. If {@link stop} is called meanwhile, throws a
   * {@link StartInterruptedError}.
   */
  async start(): Promise<void> {
    if (this.state !== 'new') throw new LifecycleStateError(this.state);
    this.state = 'starting';
    const { signal } = this.interruption;
    const interrupted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    for (const entry of this.entries) {
      try {
        await Promise.race([this.startOne(entry), interrupted]);
      } catch (thrown) {
        if (signal.aborted) throw new StartInterruptedError();
        logStartFailure(log, entry.name, thrown);
        await this.stop();
        throw thrown;
      }
      if (signal.aborted) throw new StartInterruptedError();
    }
    this.state = 'started';
  }

  /**
   * Stops what is open, in reverse. Failures and time-outs are logged, never thrown. A second call waits for the first.
   *
   * `startLimit`: how long an object that is still starting may take to finish before it is left behind.
   */
  stop(startLimit: Duration = this.stopLimit): Promise<void> {
    this.stopping ??= this.stopAll(startLimit);
    return this.stopping;
  }

  private async startOne(entry: Entry): Promise<void> {
    const { managed, name } = entry;
    if (managed.start === undefined) return;
    const starting = (async () => managed.start?.(this.interruption.signal))();
    const started = starting.then(
      () => true,
      () => false,
    );
    entry.state = { kind: 'starting', started };
    try {
      await tellIfSlow(starting, name, { log, clock: this.clock });
      entry.state = openState;
    } catch (thrown) {
      entry.state = newState;
      throw thrown;
    }
  }

  private async stopAll(startLimit: Duration): Promise<void> {
    this.state = 'stopped';
    this.interruption.abort(new StartInterruptedError());
    for (const entry of this.entries.toReversed()) {
      const { state } = entry;
      if (state.kind === 'open') await this.stopOne(entry);
      if (state.kind === 'starting') await this.stopOnceStarted(entry, state.started, startLimit);
    }
  }

  private async stopOnceStarted(entry: Entry, started: Promise<boolean>, limit: Duration): Promise<void> {
    const outcome = await within(limit, () => started);
    if (outcome === true) return this.stopOne(entry);
    if (outcome === false) return;
    log.error('%s has not finished starting within %s and is left behind', entry.name, limit);
    void started.then((late) => (late ? this.stopOne(entry) : undefined));
  }

  private async stopOne({ managed, name }: Entry): Promise<void> {
    try {
      const outcome = await within(this.stopLimit, () => managed.stop?.());
      if (outcome === 'late') log.error('%s did not stop within %s and is left behind', name, this.stopLimit);
    } catch (thrown) {
      log.error('Unable to stop %s', name, thrown);
    }
  }

  private refuseTaken(type: abstract new (...args: never[]) => { readonly name: string }, kind: string, name: string, fix: string): void {
    const isTaken = this.entries.some(({ thing }) => thing instanceof type && thing.name === name);
    if (isTaken) throw new NameTakenError(kind, name, fix);
  }
}

interface Entry {
  readonly thing: unknown;
  readonly name: string;
  readonly managed: Managed;
  state: EntryState;
}

type EntryState =
  | { readonly kind: 'new' }
  /** `started` resolves with whether the start succeeded; it never rejects. */
  | { readonly kind: 'starting'; readonly started: Promise<boolean> }
  | { readonly kind: 'open' };

const newState: EntryState = { kind: 'new' };
const openState: EntryState = { kind: 'open' };

function nameOf(thing: object): string {
  const { constructor, name } = thing as { constructor?: { name?: string }; name?: unknown };
  const className = constructor?.name ?? '';
  return className !== '' && className !== 'Object' ? className : typeof name === 'string' ? name : 'a managed object';
}

function periodOf(name: string, period: Duration | string): Duration {
  try {
    return Duration.from(period);
  } catch (error) {
    throw new LifecycleSettingError(`${name} cannot be scheduled: ${(error as Error).message}`, { cause: error });
  }
}

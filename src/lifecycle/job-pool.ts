import { LifecycleSettingError } from './lifecycle-errors.js';
import type { Managed } from './managed.js';

/** The bounds of a {@link JobPool}. */
export interface JobPoolOptions {
  /** How many jobs run at a time; 8 by default. */
  readonly concurrency?: number;
  /** How many jobs may wait; 1000 by default. Beyond that {@link JobPool.submit} refuses, so that the queue cannot fill the memory. */
  readonly queueSize?: number;
}

/** Runs asynchronous jobs, a limited number at a time. */
export class JobPool implements Managed {
  private readonly concurrency: number;
  private readonly queueSize: number;
  private readonly queue: (() => void)[] = [];
  private running = 0;
  private closed = false;
  private idle: (() => void) | undefined = undefined;

  constructor(
    readonly name: string,
    { concurrency = 8, queueSize = 1000 }: JobPoolOptions = {},
  ) {
    if (!(concurrency >= 1) || !(queueSize >= 0))
      throw new LifecycleSettingError(`The pool ${name} needs a concurrency of at least 1 and a queue size of at least 0`);
    this.concurrency = concurrency;
    this.queueSize = queueSize;
  }

  /** Runs the job as soon as there is room and resolves with its result. Rejects with {@link JobRefusedError} if the queue is full or the pool has stopped. */
  submit<T>(job: () => T | Promise<T>): Promise<T> {
    if (this.closed) return Promise.reject(new JobRefusedError(this.name, 'has stopped'));
    if (this.running >= this.concurrency && this.queue.length >= this.queueSize) {
      return Promise.reject(
        new JobRefusedError(this.name, `already has ${this.queueSize} ${this.queueSize === 1 ? 'job' : 'jobs'} waiting`),
      );
    }
    return new Promise<T>((resolve, reject) => {
      this.queue.push(() => {
        Promise.resolve()
          .then(job)
          .then(resolve, reject)
          .finally(() => this.release());
      });
      this.next();
    });
  }

  /** How many jobs are waiting. */
  get waiting(): number {
    return this.queue.length;
  }

  /** How many jobs are running. */
  get active(): number {
    return this.running;
  }

  /** Refuses new jobs, and waits for those running and waiting. */
  async stop(): Promise<void> {
    this.closed = true;
    if (this.running > 0) {
      await new Promise<void>((resolve) => {
        this.idle = resolve;
      });
    }
  }

  private next(): void {
    if (this.running >= this.concurrency) return;
    const begin = this.queue.shift();
    if (begin === undefined) return;
    this.running++;
    begin();
  }

  private release(): void {
    this.running--;
    this.next();
    if (this.running === 0) this.idle?.();
  }
}

/** A pool had no room for a job. */
export class JobRefusedError extends Error {
  override readonly name = 'JobRefusedError';
  readonly code = 'KEELSON_JOB_REFUSED';
  constructor(pool: string, why: string) {
    super(`The pool ${pool} ${why}; answer 503, try again later, or give it more room`);
  }
}

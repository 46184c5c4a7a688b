import { Worker } from 'node:worker_threads';
import type { ResourceLimits } from 'node:worker_threads';

import { getLogger } from '../logging/get-logger.js';

const log = getLogger('keelson.lifecycle.WorkerPool');

export interface PoolThreadSettings {
  readonly pool: string;
  readonly script: URL;
  readonly resourceLimits: ResourceLimits | undefined;
  /** The thread is gone, or about to go; it must not be given another job. */
  onEnd(thread: PoolThread): void;
}

/**
 * One thread of a worker pool, with at most one job at a time. Its listeners stay for as long as the thread lives: an error that a worker emits while
 * it has no listener would end the process.
 */
export class PoolThread {
  private readonly worker: Worker;
  private job: Job | undefined;
  private usable = true;

  constructor(private readonly settings: PoolThreadSettings) {
    const { script, resourceLimits } = settings;
    this.worker = new Worker(script, resourceLimits === undefined ? {} : { resourceLimits });
    this.worker
      .on('message', (answer: unknown) => this.answered(answer))
      .on('messageerror', (error) => this.fail(this.error('sent an answer that cannot be read', error)))
      .on('error', (error) => this.fail(isOutOfMemory(error) ? this.error('ran out of memory', error) : error))
      .on('exit', (code) => this.fail(this.error(`ended with code ${code} before it answered`)));
    this.worker.unref();
  }

  /** Sends the message and resolves with the answer. */
  ask<T>(message: unknown): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      try {
        this.worker.postMessage(message);
      } catch (thrown) {
        reject(this.error('cannot be sent the message', thrown));
        return;
      }
      // A thread keeps the process alive only while it has a job.
      this.worker.ref();
      // Only the caller knows which type the script answers with.
      this.job = { resolve: resolve as (answer: unknown) => void, reject };
    });
  }

  /** Whether it can take another job. */
  get isUsable(): boolean {
    return this.usable;
  }

  async end(): Promise<void> {
    this.usable = false;
    await this.worker.terminate();
  }

  private answered(answer: unknown): void {
    const { job } = this;
    if (job === undefined) {
      // The next caller would get this answer in place of its own.
      this.fail(this.error('sent a message that nobody asked for; answer each message with exactly one'));
      return;
    }
    this.release();
    job.resolve(answer);
  }

  /** Hands the error to the waiting caller, or to the log if there is none, and ends the thread. */
  private fail(error: unknown): void {
    const wasUsable = this.usable;
    this.usable = false;
    const { job } = this;
    this.release();
    this.settings.onEnd(this);
    if (job !== undefined) job.reject(error);
    else if (wasUsable) log.error('A thread of the pool %s failed while idle and is replaced', this.settings.pool, error);
    void this.worker.terminate();
  }

  private release(): void {
    this.job = undefined;
    this.worker.unref();
  }

  private error(what: string, cause?: unknown): WorkerError {
    return new WorkerError(this.settings.pool, what, cause);
  }
}

/** A thread of a worker pool could not do its job. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly code = 'KEELSON_WORKER';
  constructor(pool: string, what: string, cause?: unknown) {
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    super(`A thread of the pool ${pool} ${what}${reason}`, cause === undefined ? undefined : { cause });
  }
}

interface Job {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

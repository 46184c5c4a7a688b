import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { JobPool } from './job-pool.js';
import type { Managed } from './managed.js';

/** The bounds of a {@link WorkerPool}. */
export interface WorkerPoolOptions {
  /** How many threads at most; one less than the machine has processors unless given. */
  readonly size?: number;
  /** How many jobs may wait; 1000 unless given. */
  readonly queueSize?: number;
}

/**
 * Worker threads for work that would hold up the event loop. The script listens for messages and answers each with one:
 *
 * @example parentPort.on('message', (text) => parentPort.postMessage(hash(text)))
 */
export class WorkerPool implements Managed {
  private readonly jobs: JobPool;
  private readonly idle: Worker[] = [];
  private readonly all = new Set<Worker>();

  constructor(
    readonly name: string,
    private readonly script: URL,
    { size = Math.max(1, availableParallelism() - 1), queueSize = 1000 }: WorkerPoolOptions = {},
  ) {
    this.jobs = new JobPool(name, { concurrency: size, queueSize });
  }

  /** Has a thread do the work and yields its answer; what the thread throws ends that thread and is thrown here. */
  run<T>(message: unknown): Promise<T> {
    return this.jobs.submit(() => this.ask<T>(this.idle.pop() ?? this.begin(), message));
  }

  /** Takes no more work, waits for what is under way, ends the threads. */
  async stop(): Promise<void> {
    await this.jobs.stop();
    await Promise.all([...this.all].map((worker) => worker.terminate()));
  }

  // Threads are made when they are needed: a pool that nobody uses costs nothing.
  private begin(): Worker {
    const worker = new Worker(this.script);
    this.all.add(worker);
    worker.once('exit', () => {
      this.all.delete(worker);
      const index = this.idle.indexOf(worker);
      if (index >= 0) this.idle.splice(index, 1);
    });
    return worker;
  }

  private ask<T>(worker: Worker, message: unknown): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const leave = () => worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      const onMessage = (answer: T) => {
        leave();
        this.idle.push(worker);
        resolve(answer);
      };
      const onError = (error: Error) => {
        leave();
        reject(error);
      };
      const onExit = (code: number) => {
        leave();
        reject(new Error(`A thread of the pool ${this.name} ended with code ${code} before it answered`));
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(message);
    });
  }
}

import { availableParallelism } from 'node:os';
import type { ResourceLimits } from 'node:worker_threads';

import { JobPool } from './job-pool.js';
import type { Managed } from './managed.js';
import { PoolThread } from './pool-thread.js';

/** The bounds of a {@link WorkerPool}. */
export interface WorkerPoolOptions {
  /** The largest number of threads; by default one less than the machine has processors. */
  readonly size?: number;
  /** How many jobs may wait; 1000 by default. */
  readonly queueSize?: number;
  /** Memory limits of each thread, such as `{ maxOldGenerationSizeMb: 256 }`; node's defaults if left out. */
  readonly resourceLimits?: ResourceLimits;
}

/**
 * Worker threads for CPU-bound work, which would block the event loop. The script answers each message with exactly one message:
 *
 * @example parentPort.on('message', (text) => parentPort.postMessage(hash(text)))
 */
export class WorkerPool implements Managed {
  private readonly jobs: JobPool;
  private readonly idle: PoolThread[] = [];
  private readonly all = new Set<PoolThread>();
  private readonly resourceLimits: ResourceLimits | undefined;

  constructor(
    readonly name: string,
    private readonly script: URL,
    { size = Math.max(1, availableParallelism() - 1), queueSize = 1000, resourceLimits }: WorkerPoolOptions = {},
  ) {
    this.jobs = new JobPool(name, { concurrency: size, queueSize });
    this.resourceLimits = resourceLimits;
  }

  /**
   * Sends the message to a thread and resolves with its answer. An error that the thread throws ends that thread and is thrown here; a thread that
   * cannot answer for another reason is a {@link WorkerError}.
   */
  run<T>(message: unknown): Promise<T> {
    return this.jobs.submit(async () => {
      const thread = this.idle.pop() ?? this.begin();
      try {
        return await thread.ask<T>(message);
      } finally {
        if (thread.isUsable) this.idle.push(thread);
      }
    });
  }

  /** How many threads are running; they are started when they are needed. */
  get threads(): number {
    return this.all.size;
  }

  /** Refuses new jobs, waits for those it has, and ends the threads. */
  async stop(): Promise<void> {
    await this.jobs.stop();
    await Promise.all([...this.all].map((thread) => thread.end()));
  }

  private begin(): PoolThread {
    const { name: pool, script, resourceLimits } = this;
    const thread = new PoolThread({ pool, script, resourceLimits, onEnd: (ended) => this.forget(ended) });
    this.all.add(thread);
    return thread;
  }

  private forget(thread: PoolThread): void {
    this.all.delete(thread);
    const index = this.idle.indexOf(thread);
    if (index >= 0) this.idle.splice(index, 1);
  }
}

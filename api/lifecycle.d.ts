// lifecycle/clock
export interface Clock extends LoggingClock {
  elapsed(): number;
  after(milliseconds: number, callback: () => void): ScheduledCall;
}

// lifecycle/managed
export type Closeable = {
  close(): unknown;
} | {
  [Symbol.asyncDispose](): PromiseLike<void>;
} | {
  [Symbol.dispose](): void;
};

// lifecycle/job-pool
export declare class JobPool implements Managed {
  readonly name: string;
  constructor(name: string, { concurrency, queueSize }?: JobPoolOptions);
  submit<T>(job: () => T | Promise<T>): Promise<T>;
  get waiting(): number;
  get active(): number;
  stop(): Promise<void>;
}

// lifecycle/job-pool
export interface JobPoolOptions {
  readonly concurrency?: number;
  readonly queueSize?: number;
}

// lifecycle/job-pool
export declare class JobRefusedError extends Error {
  readonly name = "JobRefusedError";
  readonly code = "KEELSON_JOB_REFUSED";
  constructor(pool: string, why: string);
}

// lifecycle/lifecycle
export declare class Lifecycle {
  constructor(stopLimit?: Duration, clock?: Clock);
  manage<T extends Managed | Closeable>(thing: T, name?: string): T;
  schedule(name: string, period: Duration | string, work: ScheduledWork, options?: ScheduleOptions): void;
  replaceSchedule(name: string, period: Duration | string, work: ScheduledWork, options?: ScheduleOptions): void;
  jobPool(name: string, options?: JobPoolOptions): JobPool;
  workerPool(name: string, script: URL, options?: WorkerPoolOptions): WorkerPool;
  start(): Promise<void>;
  stop(startLimit?: Duration): Promise<void>;
}

// lifecycle/lifecycle-errors
export declare class LifecycleError extends Error {
  readonly name = "LifecycleError";
  readonly code = "KEELSON_LIFECYCLE_STARTED";
  constructor(thing: string);
}

// lifecycle/lifecycle-errors
export declare class LifecycleSettingError extends RangeError {
  readonly name = "LifecycleSettingError";
  readonly code = "KEELSON_LIFECYCLE_SETTING";
}

// lifecycle/lifecycle-errors
export declare class LifecycleStateError extends Error {
  readonly name = "LifecycleStateError";
  readonly code = "KEELSON_LIFECYCLE_STATE";
  constructor(state: string);
}

// lifecycle/managed
export interface Managed {
  start?(signal: AbortSignal): void | Promise<void>;
  stop?(): void | Promise<void>;
}

// lifecycle/shutdown-signals
export type OrderlyStop = () => Promise<void>;

// lifecycle/scheduled-task
export interface ScheduleOptions {
  readonly initialDelay?: Duration | string;
  readonly clock?: Clock;
}

// lifecycle/scheduled-task
export declare class ScheduledTask implements Managed {
  readonly name: string;
  constructor(name: string, period: Duration, work: ScheduledWork, { initialDelay, clock }?: ScheduleOptions);
  start(): void;
  stop(): Promise<void>;
}

// lifecycle/scheduled-task
export type ScheduledWork = (signal: AbortSignal) => unknown;

// lifecycle/lifecycle-errors
export declare class StartInterruptedError extends Error {
  readonly name = "StartInterruptedError";
  readonly code = "KEELSON_START_INTERRUPTED";
  constructor();
}

// lifecycle/pool-thread
export declare class WorkerError extends Error {
  readonly name = "WorkerError";
  readonly code = "KEELSON_WORKER";
  constructor(pool: string, what: string, cause?: unknown);
}

// lifecycle/worker-pool
export declare class WorkerPool implements Managed {
  readonly name: string;
  constructor(name: string, script: URL, { size, queueSize, resourceLimits }?: WorkerPoolOptions);
  run<T>(message: unknown): Promise<T>;
  get threads(): number;
  stop(): Promise<void>;
}

// lifecycle/worker-pool
export interface WorkerPoolOptions {
  readonly size?: number;
  readonly queueSize?: number;
  readonly resourceLimits?: ResourceLimits;
}

// lifecycle/clock
export declare const machineClock: Clock;

// lifecycle/shutdown-signals
export declare function stopOnSignals(stop: OrderlyStop, exitCodeOf?: (signal: NodeJS.Signals) => number): () => void;

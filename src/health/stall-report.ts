import type { MessagePort } from 'node:worker_threads';

import type { DirectPlace } from '../logging/appenders/appender.js';
import { Level } from '../logging/level.js';
import type { LogEvent } from '../logging/log-event.js';

/** What the watching thread reports to the main thread. */
export type StallReport = BlockedReport | { readonly kind: 'free'; readonly blockedMilliseconds: number };

/** The loop stands still, and this is where. */
export interface BlockedReport {
  readonly kind: 'blocked';
  readonly time: number;
  readonly message: string;
  readonly stack: string;
}

/** What the watching thread needs to know, given when it starts. */
export interface StallWatch {
  /** Place {@link beatCell}: counts up while the main loop runs. Place {@link debuggedCell}: 1 while a debugger may hold it. */
  readonly cells: Int32Array;
  readonly port: MessagePort;
  readonly thresholdMilliseconds: number;
  readonly tickMilliseconds: number;
  /** Where the report is written at once. */
  readonly places: readonly DirectPlace[];
  /** Whether frames are to be shown in the positions of the original source, as the main thread's stack traces are. */
  readonly sourceMaps: boolean;
}

export const beatCell = 0;
export const debuggedCell = 1;

export const stallLoggerName = 'keelson.health.DeadlockHealthCheck';

/** The report as the log has it. */
export function eventOf({ time, message, stack }: BlockedReport): LogEvent {
  return { level: Level.ERROR, loggerName: stallLoggerName, time, message, error: errorOf(stack), context: undefined };
}

/** An error that consists of a stack taken elsewhere. */
export function errorOf(stack: string): Error {
  const [head = ''] = stack.split('\n', 1);
  const error = new Error(head);
  error.stack = stack;
  return error;
}

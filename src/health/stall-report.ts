import type { MessagePort } from 'node:worker_threads';

/** What the watching thread tells the main thread. */
export type StallReport =
  | { readonly kind: 'blocked'; readonly message: string; readonly stack: string }
  | { readonly kind: 'free'; readonly blockedMilliseconds: number };

/** What the watching thread needs to know, given when it starts. */
export interface StallWatch {
  /** Place {@link beatCell}: counts up while the main loop runs. Place {@link debuggedCell}: 1 while a debugger may hold it. */
  readonly cells: Int32Array;
  readonly port: MessagePort;
  readonly thresholdMilliseconds: number;
  readonly tickMilliseconds: number;
  readonly loggerName: string;
  readonly destinations: readonly StallDestination[];
  /** Whether frames are to be shown in the positions of the original source, as the main thread's stack traces are. */
  readonly sourceMaps: boolean;
}

/** Where the report can be written without the main thread's help. */
export type StallDestination = { readonly descriptor: number } | { readonly path: string };

export const beatCell = 0;
export const debuggedCell = 1;

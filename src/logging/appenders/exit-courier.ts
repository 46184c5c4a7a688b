import { Worker } from 'node:worker_threads';

import type { SyslogTarget } from './syslog-connection.js';

/** What the worker is given. */
export interface Errand {
  readonly target: SyslogTarget;
  readonly messages: Uint8Array;
  /** Becomes 1 when the messages are sent, 2 when they cannot be. */
  readonly verdict: Int32Array<SharedArrayBuffer>;
}

const patience = 2000;

/**
 * Sends messages while the process ends. Its own event loop does not turn any more, so a connection can only be made by another thread, for which this
 * one waits within bounds. The line that says why a service could not start is worth it.
 */
export function sendAtExit({ host, port, protocol, format }: SyslogTarget, messages: Buffer): void {
  const verdict = new Int32Array(new SharedArrayBuffer(4));
  const workerData: Errand = { target: { host, port, protocol, format }, messages, verdict };
  const worker = new Worker(new URL('exit-courier-worker.js', import.meta.url), { workerData, execArgv: [], stderr: true });
  Atomics.wait(verdict, 0, 0, patience);
  worker.unref();
}

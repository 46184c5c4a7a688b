import { url as inspectorUrl } from 'node:inspector';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

import type { DirectPlace } from '../logging/appenders/appender.js';
import { beatCell, debuggedCell } from './stall-report.js';
import type { StallReport, StallWatch } from './stall-report.js';

export interface StallWatchdogSettings {
  readonly thresholdMilliseconds: number;
  /** Where the report is written at once. */
  readonly places: readonly DirectPlace[];
  /** Called on the main thread, once it is free to be called. */
  onReport(report: StallReport): void;
  /** The watching thread is gone; nothing is watched any more. */
  onFailure(error: Error): void;
}

/**
 * Has a thread of its own watch that the event loop goes round.
 *
 *     main thread                          watching thread
 *     every tick: beat++  ──(memory)────▶  every tick: has it changed?
 *     stuck                                no change for the threshold: take the stack, write it to the log
 *     free again          ◀──(messages)──  what was found
 *
 * Neither the timer nor the thread keeps the process alive.
 */
export class StallWatchdog {
  private running: { readonly beat: NodeJS.Timeout; readonly worker: Worker; readonly port: MessagePort } | undefined;

  constructor(private readonly settings: StallWatchdogSettings) {}

  start(): void {
    if (this.running !== undefined) return;
    const { thresholdMilliseconds, places } = this.settings;
    const tickMilliseconds = Math.max(10, Math.min(500, thresholdMilliseconds / 10));
    const cells = new Int32Array(new SharedArrayBuffer(8));
    const { port1: port, port2 } = new MessageChannel();
    const watch: StallWatch = {
      cells,
      port: port2,
      thresholdMilliseconds,
      tickMilliseconds,
      places,
      sourceMaps: process.sourceMapsEnabled,
    };
    // Without the process's own options and environment: what is preloaded there (tracing, mocks) has no business in this thread.
    const worker = new Worker(new URL('./stall-watchdog-worker.js', import.meta.url), {
      name: 'keelson-watchdog',
      workerData: watch,
      transferList: [port2],
      execArgv: [],
      env: {},
    });
    worker.on('error', (error) => this.settings.onFailure(error));
    worker.unref();
    port.on('message', (report: StallReport) => this.settings.onReport(report));
    port.unref();
    const beat = setInterval(() => {
      Atomics.add(cells, beatCell, 1);
      // At a breakpoint the loop stands still because somebody wants it to.
      Atomics.store(cells, debuggedCell, inspectorUrl() === undefined ? 0 : 1);
    }, tickMilliseconds);
    beat.unref();
    this.running = { beat, worker, port };
  }

  /** Takes what the watching thread has told but the loop has not yet delivered. */
  catchUp(): void {
    const port = this.running?.port;
    if (port === undefined) return;
    for (let received = receiveMessageOnPort(port); received !== undefined; received = receiveMessageOnPort(port)) {
      this.settings.onReport(received.message as StallReport);
    }
  }

  async stop(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    if (running === undefined) return;
    clearInterval(running.beat);
    running.port.close();
    await running.worker.terminate();
  }
}

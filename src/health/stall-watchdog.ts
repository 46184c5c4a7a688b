import { url as inspectorUrl } from 'node:inspector';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

import type { DirectPlace } from '../logging/appenders/appender.js';
import { beatCell, debuggedCell } from './stall-report.js';
import type { StallReport, StallWatch } from './stall-report.js';
import { findWorkerFile } from './worker-file.js';

export interface StallWatchdogSettings {
  readonly thresholdMilliseconds: number;
  /** Where the report is written at once. */
  readonly places: readonly DirectPlace[];
  /** Called on the main thread, once it is free. */
  onReport(report: StallReport): void;
  /** The watching thread has failed; the loop is no longer watched. */
  onFailure(error: Error): void;
}

/**
 * Monitors the event loop from a separate thread.
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
    const file = findWorkerFile('stall-watchdog-worker');
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
    // Without the process's own options and environment: modules that are preloaded there, such as tracing, do not belong in this thread.
    const worker = new Worker(file, {
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
      // At a breakpoint the loop stands still on purpose.
      Atomics.store(cells, debuggedCell, inspectorUrl() === undefined ? 0 : 1);
    }, tickMilliseconds);
    beat.unref();
    this.running = { beat, worker, port };
  }

  /** Handles reports that have been sent but that the loop has not yet delivered. */
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

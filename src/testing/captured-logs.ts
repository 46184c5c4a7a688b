import { AssertionError } from 'node:assert';

import { MemoryAppender } from '../logging/appenders/memory-appender.js';
import { loggerTree } from '../logging/get-logger.js';
import { Level } from '../logging/level.js';
import type { LogEvent } from '../logging/log-event.js';
import { Duration } from '../values/duration.js';

/** Which lines {@link CapturedLogs} keeps. */
export interface CaptureSettings {
  /** The lowest level that is kept; INFO by default. */
  readonly level?: Level;
}

/**
 * Lines of the log, kept in memory and off the console.
 *
 * @example
 * const logs = await CapturedLogs.during(() => orders.refuse(7));
 * assert.deepEqual(logs.messages, ['order 7 refused']);
 */
export class CapturedLogs extends MemoryAppender {
  private readonly waiting = new Set<() => void>();
  private undo: (() => void) | undefined = undefined;

  /** Captures what is logged while the work runs; afterwards lines go where they went before. */
  static async during(work: (logs: CapturedLogs) => unknown, settings?: CaptureSettings): Promise<CapturedLogs> {
    const logs = CapturedLogs.start(settings);
    try {
      await work(logs);
    } finally {
      logs.stop();
    }
    return logs;
  }

  /** Captures what is logged in this process until {@link stop} is called. Several captures may run at a time; each gets every line. */
  static start({ level = Level.INFO }: CaptureSettings = {}): CapturedLogs {
    const logs = new CapturedLogs();
    logs.undo = loggerTree.divert({ appender: logs, levelOf: () => level });
    return logs;
  }

  /** Lets lines go where they went before; captured lines are kept. */
  stop(): void {
    this.undo?.();
    this.undo = undefined;
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  /** All lines so far as they would stand in a file, those of stack traces included. */
  get lines(): readonly string[] {
    return this.text.split('\n').slice(0, -1);
  }

  /** The first line that contains the text or matches the pattern, such as `/^WARN .*Orders: refused/`. */
  find(wanted: string | RegExp): string | undefined {
    return this.lines.find((line) => (typeof wanted === 'string' ? line.includes(wanted) : wanted.test(line)));
  }

  /** Returns that line; if there is none, throws an error that shows what was logged. */
  assertLogged(wanted: string | RegExp): string {
    const line = this.find(wanted);
    if (line !== undefined) return line;
    throw new AssertionError({ message: `No line of the log has ${String(wanted)}. It has:\n${this.text}` });
  }

  /** Waits for a line that has yet to be written, such as that of a request, which is logged after the answer was sent. */
  async waitFor(wanted: string | RegExp, limit: Duration | string = '5 seconds'): Promise<string> {
    const deadline = performance.now() + Duration.from(limit).toMilliseconds();
    while (this.find(wanted) === undefined && performance.now() < deadline) await this.nextLine(deadline - performance.now());
    return this.assertLogged(wanted);
  }

  override append(event: LogEvent): void {
    super.append(event);
    this.wake();
  }

  override appendLine(line: string): void {
    super.appendLine(line);
    this.wake();
  }

  private nextLine(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(), milliseconds);
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(done);
        resolve();
      };
      this.waiting.add(done);
    });
  }

  private wake(): void {
    for (const done of this.waiting) done();
  }
}

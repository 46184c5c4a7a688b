import type { Layout } from '../layouts/layout.js';
import { Level } from '../level.js';
import type { LogEvent, LogRecord } from '../log-event.js';
import { isError, summaryOf } from '../value-text.js';
import type { Appender, DirectPlace } from './appender.js';
import type { LineWriter } from './line-writer.js';
import { lossEvent } from './loss-event.js';

/** Lays out events and hands them to a writer; console and file appenders extend it. */
export class LayoutAppender implements Appender {
  readonly direct: DirectPlace | undefined;
  readonly writesRequestId: boolean;
  private readonly writer: LineWriter;
  private laidOut = false;

  constructor(
    private readonly layout: Layout,
    target: DirectPlace['target'] | undefined,
    makeWriter: (lossNotice: (count: number) => string) => LineWriter,
  ) {
    this.direct = target && { target, layout: layout.recipe };
    this.writesRequestId = layout.writesRequestId === true;
    this.writer = makeWriter((count) => this.lossNotice(count));
  }

  append(event: LogEvent): void {
    this.laidOut = true;
    this.writer.write(this.textOf(event), event.time);
  }

  appendRecord(record: LogRecord): void {
    const { loggerName, time, line: message } = record;
    const text =
      this.layout.formatRecord?.(record) ??
      this.textOf({ level: Level.INFO, loggerName, time, message, error: undefined, context: record.fields });
    this.writer.write(text, time);
  }

  appendLine(line: string, time: number): void {
    this.writer.write(`${line}\n`, time);
  }

  flush(): Promise<void> {
    return this.writer.flush();
  }

  flushSync(): void {
    this.writer.flushSync();
  }

  close(): Promise<void> {
    return this.writer.close();
  }

  get dropped(): number {
    return this.writer.dropped;
  }

  // A layout can fail on what it is given (a getter that throws, a cause without end); that must not cost the whole line.
  private textOf(event: LogEvent): string {
    try {
      return this.layout.format(event);
    } catch (thrown) {
      const message = `${event.message} [its error or context cannot be laid out: ${isError(thrown) ? summaryOf(thrown) : String(thrown)}]`;
      return this.layout.format({ ...event, message, error: undefined, context: undefined });
    }
  }

  // A log of finished lines only, such as the request log, has readers that expect nothing else; there only the counter tells.
  private lossNotice(count: number): string {
    return this.laidOut ? this.layout.format(lossEvent(count)) : '';
  }
}

import type { Layout } from '../layouts/layout.js';
import { TextLayout } from '../layouts/text-layout.js';
import { TimeZone } from '../layouts/time-zone.js';
import type { LogEvent, LogRecord } from '../log-event.js';
import type { Appender } from './appender.js';

/** Keeps what it is given, for tests. */
export class MemoryAppender implements Appender {
  readonly dropped = 0;
  private readonly kept: { readonly event: LogEvent | undefined; readonly text: string }[] = [];

  constructor(private readonly layout: Layout = new TextLayout(TimeZone.UTC)) {}

  get writesRequestId(): boolean {
    return this.layout.writesRequestId === true;
  }

  append(event: LogEvent): void {
    this.kept.push({ event, text: this.layout.format(event) });
  }

  appendLine(line: string): void {
    this.kept.push({ event: undefined, text: `${line}\n` });
  }

  appendRecord(record: LogRecord): void {
    this.kept.push({ event: undefined, text: this.layout.formatRecord?.(record) ?? `${record.line}\n` });
  }

  /** The events so far, the oldest first. */
  get events(): readonly LogEvent[] {
    return this.kept.flatMap(({ event }) => (event === undefined ? [] : [event]));
  }

  /** The messages of the events so far. */
  get messages(): readonly string[] {
    return this.events.map((event) => event.message);
  }

  /** Everything as it would stand in a file. */
  get text(): string {
    return this.kept.map(({ text }) => text).join('');
  }

  /** Forgets everything. */
  clear(): void {
    this.kept.length = 0;
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  flushSync(): void {}

  close(): Promise<void> {
    return Promise.resolve();
  }
}

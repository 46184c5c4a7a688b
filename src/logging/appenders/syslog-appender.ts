import type { LogEvent } from '../log-event.js';
import type { Appender } from './appender.js';
import { BufferedWriter } from './buffered-writer.js';
import { lossEvent } from './loss-event.js';
import type { SyslogTarget } from './syslog-connection.js';
import { SyslogMessages } from './syslog-format.js';
import type { SyslogHeader } from './syslog-format.js';
import { SyslogSink } from './syslog-sink.js';

/** What a {@link SyslogAppender} is made from. */
export type SyslogAppenderOptions = SyslogHeader & SyslogTarget & { readonly bufferBytes?: number };

/** Sends to a syslog receiver over UDP or TCP. */
export class SyslogAppender implements Appender {
  readonly writesRequestId: boolean;
  private readonly messages: SyslogMessages;
  private readonly writer: BufferedWriter;

  constructor(options: SyslogAppenderOptions) {
    this.writesRequestId = options.format === 'rfc5424';
    this.messages = new SyslogMessages(options);
    const { bufferBytes: limit = 1_048_576 } = options;
    this.writer = new BufferedWriter(new SyslogSink(options), { limit, lossNotice: (count) => this.lossNotice(count) });
  }

  append(event: LogEvent): void {
    this.writer.write(this.messages.ofEvent(event));
  }

  appendLine(line: string, time: number): void {
    this.writer.write(this.messages.ofLine(line, time));
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

  private lossNotice(count: number): string {
    return this.messages.ofEvent(lossEvent(count));
  }
}

import type { LogEvent } from '../log-event.js';
import type { Appender } from './appender.js';
import { SyslogMessages } from './syslog-format.js';
import type { SyslogHeader } from './syslog-format.js';
import { SyslogTransport } from './syslog-transport.js';
import type { SyslogTarget } from './syslog-transport.js';

/** What a {@link SyslogAppender} is made from. */
export type SyslogAppenderOptions = SyslogHeader & Omit<SyslogTarget, 'limit' | 'patience'> & { readonly bufferBytes?: number };

/** Milliseconds without progress after which a flush of syslog gives up. */
const patience = 2000;

/** Sends to a syslog receiver over UDP or TCP. */
export class SyslogAppender implements Appender {
  readonly writesRequestId: boolean;
  private readonly messages: SyslogMessages;
  private readonly transport: SyslogTransport;

  constructor(options: SyslogAppenderOptions) {
    this.writesRequestId = options.format === 'rfc5424';
    this.messages = new SyslogMessages(options);
    this.transport = new SyslogTransport({ ...options, limit: options.bufferBytes ?? 1_048_576, patience });
  }

  append(event: LogEvent): void {
    for (const message of this.messages.ofEvent(event)) this.transport.send(message);
  }

  appendLine(line: string, time: number): void {
    this.transport.send(this.messages.ofLine(line, time));
  }

  flush(): Promise<void> {
    return this.transport.flush();
  }

  /** Nothing to do: on an open connection a message is handed to the system when it is logged. */
  flushSync(): void {}

  close(): Promise<void> {
    return this.transport.close();
  }

  get dropped(): number {
    return this.transport.dropped;
  }
}

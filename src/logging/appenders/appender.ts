import type { LayoutRecipe } from '../layouts/layout.js';
import type { LogEvent, LogRecord } from '../log-event.js';

/**
 * A place where lines go. An appender is only called with events that passed its threshold.
 *
 * `append`, `appendLine` and `appendRecord` never wait. An appender whose far side is slow buffers within a limit, and counts what it has to drop.
 */
export interface Appender {
  /** Lays out an event and takes it. */
  append(event: LogEvent): void;
  /** Takes a finished line, without its newline. The time, in milliseconds, is that of the event it describes; files rotate by it. */
  appendLine(line: string, time: number): void;
  /** Takes an entry in a form of its own and lays it out; appenders without this method are given its line. */
  appendRecord?(record: LogRecord): void;
  /** Resolves when all lines so far have left the process, or when there is no more hope for them. */
  flush(): Promise<void>;
  /** The same without the event loop, for a process that is about to end. Waits within bounds. */
  flushSync(): void;
  /** Flushes, then releases files, sockets and timers. */
  close(): Promise<void>;
  /** How many lines were lost since the appender was created. */
  readonly dropped: number;
  /** True if its lines carry {@link LogEvent.requestId}. */
  readonly writesRequestId?: boolean;
  /** Where another thread may write a line while the event loop of this one is blocked; absent if there is no such place. */
  readonly direct?: DirectPlace | undefined;
}

/** A place that every thread of the process can write to, and how lines are laid out there. Can be sent to another thread. */
export interface DirectPlace {
  readonly target: { readonly descriptor: number } | { readonly path: string };
  readonly layout: LayoutRecipe | undefined;
}

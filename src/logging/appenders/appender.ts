import type { LayoutRecipe } from '../layouts/layout.js';
import type { LogEvent } from '../log-event.js';

/**
 * Where lines go. Levels and thresholds are settled before an appender is called: it takes what it is given.
 *
 * Both ways in must return at once. An appender that waits for something buffers meanwhile, within bounds, and counts what it had to drop.
 */
export interface Appender {
  /** Takes an event and lays it out. */
  append(event: LogEvent): void;
  /**
   * Takes a finished line, without its newline, that somebody else laid out (the request log does): no level, no layout, no mark. The time is that of
   * what the line tells, in milliseconds; rotation goes by it.
   */
  appendLine(line: string, time: number): void;
  /** Resolves when all that was taken so far has left the process, or cannot leave it. */
  flush(): Promise<void>;
  /** The same without the event loop, for a process about to end; waits only within bounds. */
  flushSync(): void;
  /** Flushes, then gives back what was held: files, sockets, timers. */
  close(): Promise<void>;
  /** How many lines were lost since the appender was made. */
  readonly dropped: number;
  /** Where another thread may write a line while this one's event loop stands still; absent where there is no such place. */
  readonly direct?: DirectPlace;
}

/** A place that every thread of the process can write to, and how lines are laid out there. Can be sent to another thread. */
export interface DirectPlace {
  readonly target: { readonly descriptor: number } | { readonly path: string };
  readonly layout: LayoutRecipe | undefined;
}

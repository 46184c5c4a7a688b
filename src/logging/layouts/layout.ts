import type { LogEvent, LogRecord } from '../log-event.js';

/** Turns an event into the text of one or more whole lines, each ended by a newline. */
export interface Layout {
  format(event: LogEvent): string;
  /** Lays out an entry that comes in a form of its own; without this method it is laid out as an event at INFO. */
  formatRecord?(record: LogRecord): string;
  /** True if the layout writes {@link LogEvent.requestId}; request IDs are tracked only while a layout wants them. */
  readonly writesRequestId?: boolean;
  /** From which another thread can make the same layout; absent if it cannot. */
  readonly recipe?: LayoutRecipe;
}

/** A layout in words, which can be sent to another thread. */
export type LayoutRecipe = { readonly type: 'text'; readonly timeZone: string } | { readonly type: 'json' };

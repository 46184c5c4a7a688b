import type { LogEvent } from '../log-event.js';

/** Turns an event into the text of one or more whole lines, each ended by a newline. */
export interface Layout {
  format(event: LogEvent): string;
  /** From which another thread can make the same layout; absent where none can. */
  readonly recipe?: LayoutRecipe;
}

/** A layout in words, which can be sent to another thread. */
export type LayoutRecipe = { readonly type: 'text'; readonly timeZone: string } | { readonly type: 'json' };

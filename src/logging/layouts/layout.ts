import type { LogEvent } from '../log-event.js';

/** Turns an event into the text of one or more whole lines, each ended by a newline. */
export interface Layout {
  format(event: LogEvent): string;
}

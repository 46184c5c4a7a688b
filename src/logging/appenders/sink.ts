import type { Pace } from './pace.js';

/** What became of bytes that were offered to a {@link Sink}. */
export type Outcome =
  /** The first so many bytes are written. */
  | { readonly kind: 'taken'; readonly bytes: number }
  /** Nothing is written now; worth another try after so many milliseconds. An error is reported. */
  | { readonly kind: 'later'; readonly milliseconds: number; readonly error?: Error }
  /** Nothing will ever be written again. */
  | { readonly kind: 'gone'; readonly error: Error };

/** The far side of a {@link BufferedWriter}: a descriptor, a file, a socket. It is offered whole lines and takes as many bytes as it can. */
export interface Sink {
  /** What reports call it. */
  readonly name: string;
  /** Text that comes within one turn of the event loop is offered as soon as it has this length, and not at the end of the turn. */
  readonly burst: number;
  /** Whether anything moves; sinks that share a descriptor share it. */
  readonly pace: Pace;
  /** Begins to write and never waits; calls back once, possibly before it returns. */
  write(bytes: Buffer, done: (outcome: Outcome) => void): void;
  /** How many of the bytes under way have arrived; undefined if only the event loop can tell. */
  arrived(): number | undefined;
  /** Within a burst: begins a write that waits for the event loop before it begins. */
  hurry?(): void;
  /** Takes back bytes whose writing has not begun; true if that could be done. */
  recall(): boolean;
  /** Writes without the event loop, as much as is taken at once; undefined if nothing can be written without it. */
  writeNow(bytes: Buffer): Outcome | undefined;
  /**
   * For a process that ends: makes sure that the write under way has no further effect and returns how many of its bytes have arrived; 0 if that is not
   * known, so that lines may come twice but are not lost.
   */
  abandon(): number;
  /** For a process that ends: delivers what {@link writeNow} could not. */
  deliverAtExit?(bytes: Buffer): void;
  /** Gives everything back; returns how many of the bytes under way arrive nevertheless. */
  close(): number;
}

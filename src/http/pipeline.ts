import type { Exchange } from './exchange.js';
import type { Handler, Wrap } from './handler.js';

/** Answers an exchange with a thrown value. Never throws and never rejects. */
export type ErrorHandler = (exchange: Exchange, thrown: unknown) => void | Promise<void>;

/** A wrap and the name that it is listed under at start-up. */
export interface NamedWrap {
  readonly name: string;
  readonly wrap: Wrap;
}

/** Puts wraps around a handler, the first of them outermost. */
export function pipeline(wraps: readonly NamedWrap[], handler: Handler): Handler {
  return wraps.reduceRight((next, { wrap }) => wrap(next), handler);
}

/** The same wraps, with what one of them throws answered right there by `fail`: the wraps around it see a reply. */
export function guardedWraps(wraps: readonly NamedWrap[], fail: ErrorHandler): readonly NamedWrap[] {
  return wraps.map(({ name, wrap }) => ({ name, wrap: (next) => guarded(wrap(next), fail) }));
}

/** The handler, with whatever it throws answered by `fail`. */
export function guarded(handler: Handler, fail: ErrorHandler): Handler {
  return (exchange) => {
    try {
      return handler(exchange)?.catch((thrown: unknown) => fail(exchange, thrown));
    } catch (thrown) {
      return fail(exchange, thrown);
    }
  };
}

/**
 * Thrown by compiled readers and writers that met something they do not take; the work is then done step by step, by the reader or writer
 * that knows what to say.
 */
export const doubt: unique symbol = Symbol('doubt');

/** Throws {@link doubt}. */
export function giveUp(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- a signal between functions of ours; an Error would cost a stack trace
  throw doubt;
}

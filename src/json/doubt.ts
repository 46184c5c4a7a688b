/**
 * Thrown by compiled readers and writers for input they do not handle. The step-by-step reader or writer then takes over and produces the
 * result or the message.
 */
export const doubt: unique symbol = Symbol('doubt');

/** Throws {@link doubt}. */
export function giveUp(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- a signal between functions of ours; an Error would cost a stack trace
  throw doubt;
}

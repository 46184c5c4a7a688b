import type { ExchangeOutcome } from '../../http/exchange.js';

/**
 * The status of a finished request in the request log and in metrics: the one that was sent, or 499 where the reply was not completed. Whatever
 * status it began with, the client did not get that answer.
 */
export function statusOf({ status, complete }: ExchangeOutcome): number {
  return complete ? status : brokenOff;
}

// No registered code says it; nginx made this one known.
const brokenOff = 499;

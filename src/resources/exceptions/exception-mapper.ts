import type { Reply } from '../../http/reply.js';
import type { RequestContext } from '../filters/request-context.js';

/**
 * Turns exceptions of one class, and of those that extend it, into replies. Of several that fit, the one for the nearest class is asked; one
 * that is registered for a class that the framework maps itself takes its place.
 *
 * @example
 * class OutOfStockMapper implements ExceptionMapper<OutOfStock> {
 *   readonly type = OutOfStock;
 *   toReply(thrown: OutOfStock): Reply { return Reply.status(409).body({ article: thrown.article }); }
 * }
 */
export interface ExceptionMapper<E extends object> {
  readonly type: abstract new (...args: never[]) => E;
  toReply(thrown: E, request: RequestContext): Reply | Promise<Reply>;
}

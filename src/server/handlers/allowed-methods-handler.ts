import type { Wrap } from '../../http/handler.js';
import type { ErrorHandler } from '../../http/pipeline.js';
import { NotAllowedException } from '../../http/web-application-exception.js';
import { withoutStack } from '../../http/without-stack.js';

/** Answers 405 to methods that the server does not take at all. */
export function allowedMethods(methods: ReadonlySet<string>, fail: ErrorHandler): Wrap {
  const notAllowed = withoutStack(() => new NotAllowedException({ allowed: [...methods] }));
  return (next) => (exchange) => (methods.has(exchange.method) ? next(exchange) : fail(exchange, notAllowed));
}

/** Answers "OPTIONS *", which asks for the methods of the whole server (RFC 9110 §9.3.7). */
export function serverOptions(methods: Iterable<string>): Wrap {
  const text = [...methods].join(', ');
  return (next) => (exchange) => {
    if (exchange.path !== '*') return next(exchange);
    exchange.reply.status = 204;
    exchange.reply.setHeader('Allow', text);
    return exchange.reply.end();
  };
}

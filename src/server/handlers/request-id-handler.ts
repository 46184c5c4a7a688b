import { randomBytes } from 'node:crypto';

import type { Exchange } from '../../http/exchange.js';
import type { Wrap } from '../../http/handler.js';
import { TraceContext } from '../../http/trace-context.js';
import { loggerTree } from '../../logging/get-logger.js';
import type { ContextFields } from '../../logging/log-event.js';
import { LoggingContext } from '../../logging/logging-context.js';

/**
 * Gives each request an ID: the client's if it sent a sane one, else a new one. It is on the reply, in log lines for machines and, if configured, in
 * text lines.
 */
export function requestIds({ header, inLogContext }: RequestIdOptions): Wrap {
  const key = header.toLowerCase();
  return (next) => (exchange) => {
    const given = exchange.headers.get(key);
    const id = given !== undefined && isSane(given) ? given : newId();
    exchange.requestId = id;
    exchange.reply.setHeader(header, id);
    if (inLogContext) return LoggingContext.run({ requestId: id, ...traceIds(exchange) }, () => next(exchange));
    // Following a request through its promises costs a little with each, so it is done only if a layout writes the ID.
    if (!loggerTree.writesRequestIds) return next(exchange);
    return LoggingContext.runForRequest(id, () => next(exchange), TraceContext.read(exchange.headers));
  };
}

function traceIds({ headers }: Exchange): ContextFields {
  const trace = TraceContext.read(headers);
  return trace === undefined ? {} : { traceId: trace.traceId, spanId: trace.spanId };
}

/** Where request IDs travel. */
export interface RequestIdOptions {
  readonly header: string;
  /** Whether text lines show the ID. */
  readonly inLogContext: boolean;
}

// Unique among processes by its first half, within this one by its second; a fifth of the cost of a random UUID.
const processId = randomBytes(6).toString('hex');
let count = 0;

function newId(): string {
  count++;
  return `${processId}-${count.toString(36)}`;
}

// It goes into headers and log lines: nothing that could be taken for something else there.
function isSane(id: string): boolean {
  return id.length <= 128 && /^[\w.:+/=@-]+$/.test(id);
}

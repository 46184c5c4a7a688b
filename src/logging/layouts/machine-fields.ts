import type { ContextFields, LogEvent } from '../log-event.js';

/** The fields of a line for machines: the request and the trace it belongs to, then its context; undefined where there are none. */
export function machineFields({ context, requestId, trace }: LogEvent): ContextFields | undefined {
  if (requestId === undefined && trace === undefined) return context;
  return { ...(requestId === undefined ? {} : { requestId }), ...traceFields(trace), ...context };
}

function traceFields(trace: LogEvent['trace']): ContextFields {
  return trace === undefined ? {} : { traceId: trace.traceId, spanId: trace.spanId };
}

import type { Exchange, ExchangeOutcome, RequestHeaders } from '../http/exchange.js';
import type { Wrap } from '../http/handler.js';
import { setTrace } from '../http/trace-context.js';
import { loggerTree } from '../logging/get-logger.js';
import { LoggingContext } from '../logging/logging-context.js';
import { openTelemetry } from './open-telemetry.js';
import type { OpenTelemetryApi, Span } from './open-telemetry.js';

/**
 * A span around every request, by OpenTelemetry's semantic conventions for HTTP servers; undefined where no tracer provider is registered, so that
 * nothing stands around requests.
 */
export function serverSpans(): Wrap | undefined {
  const api = openTelemetry();
  if (api === undefined) return undefined;
  const tracer = api.trace.getTracer('keelson');
  return (next) => (exchange) => {
    const parent = api.propagation.extract(api.ROOT_CONTEXT, exchange.headers, headerGetter);
    const span = tracer.startSpan(exchange.method, { kind: api.SpanKind.SERVER, attributes: requestAttributes(exchange) }, parent);
    const { traceId, spanId } = span.spanContext();
    setTrace(exchange, { traceId, spanId });
    exchange.onFinished((outcome) => endSpan(api, span, exchange, outcome));
    const work = (): void | Promise<void> => api.context.with(api.trace.setSpan(parent, span), () => next(exchange));
    return loggerTree.writesRequestIds ? LoggingContext.runForRequest(exchange.requestId, work, { traceId, spanId }) : work();
  };
}

function requestAttributes(exchange: Exchange): Record<string, string> {
  const { contextPath, headers, httpVersion, method, path, rawQuery, remoteAddress, secure } = exchange;
  const userAgent = headers.get('user-agent');
  return {
    'http.request.method': method,
    'url.path': contextPath + path,
    'url.scheme': secure ? 'https' : 'http',
    'network.protocol.version': httpVersion.replace(/\.0$/, '') === '2' ? '2' : httpVersion,
    'client.address': remoteAddress,
    ...(rawQuery === '' ? {} : { 'url.query': rawQuery }),
    ...(userAgent === undefined ? {} : { 'user_agent.original': userAgent }),
  };
}

// The status of a span is an error only where the server is to blame: 5xx, or a reply that broke off.
function endSpan(api: OpenTelemetryApi, span: Span, { method, route }: Exchange, { complete, status }: ExchangeOutcome): void {
  if (route !== undefined) {
    span.updateName(`${method} ${route}`);
    span.setAttribute('http.route', route);
  }
  span.setAttribute('http.response.status_code', status);
  if (status >= 500 || !complete) {
    span.setAttribute('error.type', status >= 500 ? String(status) : 'incomplete');
    span.setStatus({ code: api.SpanStatusCode.ERROR });
  }
  span.end();
}

const headerGetter = {
  get: (headers: RequestHeaders, name: string): string | undefined => headers.get(name),
  keys: (headers: RequestHeaders): string[] => [...headers.entries()].map(([name]) => name.toLowerCase()),
};

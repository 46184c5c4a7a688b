import type { ContextKey } from '../../contract/annotations/context-key.js';
import { uriOf } from '../../contract/resource-uri.js';
import type { UriOptions, UriValue } from '../../contract/resource-uri.js';
import type { Exchange, RequestHeaders } from '../../http/exchange.js';
import { firstValue, parseQuery } from '../../http/query-string.js';
import { securityOf, setSecurity } from '../../http/security-context.js';
import type { SecurityContext } from '../../http/security-context.js';
import { TraceContext } from '../../http/trace-context.js';
import type { ResourceMethod } from './resource-method.js';

/** What stands behind a {@link RequestContext}. */
export interface RequestState {
  readonly exchange: Exchange;
  readonly resourceMethod: ResourceMethod | undefined;
  readonly pathNames: readonly string[];
  readonly pathValues: readonly string[];
  readonly headers: RequestHeaders;
  signal: AbortSignal;
  setHeader(name: string, value: string): void;
}

/** One request as filters, exception mappers and `@Context` parameters see it. */
export class RequestContext {
  constructor(private readonly state: RequestState) {}

  /** The exchange as the server made it; what filters change is seen in {@link headers} and {@link signal}. */
  get exchange(): Exchange {
    return this.state.exchange;
  }

  /** The method that will answer; undefined where none was found. */
  get resourceMethod(): ResourceMethod | undefined {
    return this.state.resourceMethod;
  }

  /** The trace that the caller names by W3C Trace Context; undefined where it names none. */
  get trace(): TraceContext | undefined {
    return TraceContext.read(this.state.headers);
  }

  get method(): string {
    return this.state.exchange.method;
  }

  /** Still encoded. */
  get path(): string {
    return this.state.exchange.path;
  }

  /** The request's headers, with the changes that filters made. */
  get headers(): RequestHeaders {
    return this.state.headers;
  }

  header(name: string): string | undefined {
    return this.state.headers.get(name);
  }

  /** The first value of a query parameter. */
  queryParameter(name: string): string | undefined {
    return firstValue(parseQuery(this.state.exchange.rawQuery), name);
  }

  /** The decoded value of a variable of the path template. */
  pathParameter(name: string): string | undefined {
    const index = this.state.pathNames.lastIndexOf(name);
    return index < 0 ? undefined : this.state.pathValues[index];
  }

  /** The path of a resource's method as the client sees it, context path included; see {@link uriOf}. */
  uriOf<T extends object>(
    resource: abstract new (...args: never[]) => T,
    method: keyof T & string,
    values: Readonly<Record<string, UriValue>> = {},
    query: NonNullable<UriOptions['query']> = {},
  ): string {
    return uriOf(resource, method, values, { query, contextPath: this.state.exchange.contextPath });
  }

  /** Aborted when the client goes away, the server gives up, or the method's `@Timeout` has passed. */
  get signal(): AbortSignal {
    return this.state.signal;
  }

  /** Aborted when the server begins to stop: the time to end a reply that would go on for ever. */
  get stopping(): AbortSignal {
    return this.state.exchange.stopping;
  }

  /** The certificate by which the client has identified itself over TLS; undefined where it has none. */
  get clientCertificate(): Exchange['clientCertificate'] {
    return this.state.exchange.clientCertificate;
  }

  /** What was left under this key. */
  get<V>(key: ContextKey<V>): V | undefined {
    return this.state.exchange.attribute(key.symbol) as V | undefined;
  }

  /** Leaves a value for later filters and for parameters marked `@Context(key)`. */
  set<V>(key: ContextKey<V>, value: V): void {
    this.state.exchange.setAttribute(key.symbol, value);
  }

  /** Who sent the request; anonymous until an authenticator or a filter says otherwise. */
  get security(): SecurityContext {
    return securityOf(this.state.exchange);
  }

  set security(security: SecurityContext) {
    setSecurity(this.state.exchange, security);
  }

  /** Replaces a header of the request for everything that reads it from here on. */
  setHeader(name: string, value: string): void {
    this.state.setHeader(name, value);
  }

  /** Puts another signal in place of the client's own. */
  setSignal(signal: AbortSignal): void {
    this.state.signal = signal;
  }
}

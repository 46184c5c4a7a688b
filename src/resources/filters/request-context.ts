import type { ContextKey } from '../../contract/annotations/context-key.js';
import { uriOf } from '../../contract/resource-uri.js';
import type { UriOptions, UriValue } from '../../contract/resource-uri.js';
import type { Exchange, RequestHeaders } from '../../http/exchange.js';
import { HeaderMap } from '../../http/header-map.js';
import { firstValue, parseQuery } from '../../http/query-string.js';
import type { ResourceMethod } from './resource-method.js';
import { SecurityContext } from './security-context.js';

/** One request as filters, exception mappers and `@Context` parameters see it. */
export class RequestContext {
  private current: Exchange;

  constructor(
    exchange: Exchange,
    /** The method that will answer; undefined where none was found. */
    readonly resourceMethod: ResourceMethod | undefined,
    private readonly pathValues: readonly string[],
    private readonly pathNames: readonly string[],
  ) {
    this.current = exchange;
  }

  /** The exchange below, with the headers as filters have changed them. */
  get exchange(): Exchange {
    return this.current;
  }

  get method(): string {
    return this.current.method;
  }

  /** Still encoded. */
  get path(): string {
    return this.current.path;
  }

  get headers(): RequestHeaders {
    return this.current.headers;
  }

  header(name: string): string | undefined {
    return this.current.headers.get(name);
  }

  /** The first value of a query parameter. */
  queryParameter(name: string): string | undefined {
    return firstValue(parseQuery(this.current.rawQuery), name);
  }

  /** The decoded value of a variable of the path template. */
  pathParameter(name: string): string | undefined {
    const index = this.pathNames.lastIndexOf(name);
    return index < 0 ? undefined : this.pathValues[index];
  }

  /** The path of a resource's method as the client sees it, context path included; see {@link uriOf}. */
  uriOf<T extends object>(
    resource: abstract new (...args: never[]) => T,
    method: keyof T & string,
    values: Readonly<Record<string, UriValue>> = {},
    query: NonNullable<UriOptions['query']> = {},
  ): string {
    return uriOf(resource, method, values, { query, contextPath: this.current.contextPath });
  }

  /** Aborted when the client goes away, the server gives up, or the method's `@Timeout` has passed. */
  get signal(): AbortSignal {
    return this.current.signal;
  }

  /** What was left under this key. */
  get<V>(key: ContextKey<V>): V | undefined {
    return this.current.attribute(key.symbol) as V | undefined;
  }

  /** Leaves a value for later filters and for parameters marked `@Context(key)`. */
  set<V>(key: ContextKey<V>, value: V): void {
    this.current.setAttribute(key.symbol, value);
  }

  /** Who sent the request; nobody in particular until a filter says so. */
  get security(): SecurityContext {
    return (this.current.attribute(securitySymbol) as SecurityContext | undefined) ?? SecurityContext.anonymous;
  }

  set security(security: SecurityContext) {
    this.current.setAttribute(securitySymbol, security);
  }

  /** Replaces a header of the request for everything that reads it from here on. */
  setHeader(name: string, value: string): void {
    const lowerCase = name.toLowerCase();
    const others = [...this.current.headers.entries()].filter(([other]) => other.toLowerCase() !== lowerCase);
    this.current = changed(this.current, { headers: HeaderMap.of([...others, [name, value]]) });
  }

  /** Puts another signal in place of the client's own. */
  setSignal(signal: AbortSignal): void {
    this.current = changed(this.current, { signal });
  }
}

// The other members still belong to the exchange itself, private ones included: a proxy would have to be asked for each of them.
function changed(exchange: Exchange, changes: Partial<Pick<Exchange, 'headers' | 'signal'>>): Exchange {
  const { headers = exchange.headers, signal } = changes;
  return {
    method: exchange.method,
    path: exchange.path,
    contextPath: exchange.contextPath,
    rawQuery: exchange.rawQuery,
    headers,
    body: exchange.body,
    remoteAddress: exchange.remoteAddress,
    secure: exchange.secure,
    httpVersion: exchange.httpVersion,
    get signal() {
      return signal ?? exchange.signal;
    },
    reply: exchange.reply,
    get requestId() {
      return exchange.requestId;
    },
    set requestId(id) {
      exchange.requestId = id;
    },
    get route() {
      return exchange.route;
    },
    set route(route) {
      exchange.route = route;
    },
    onFinished: (listener) => exchange.onFinished(listener),
    attribute: (key) => exchange.attribute(key),
    setAttribute: (key, value) => exchange.setAttribute(key, value),
    enterContext: (prefix) => exchange.enterContext(prefix),
    native: exchange.native,
  };
}

const securitySymbol = Symbol('security');

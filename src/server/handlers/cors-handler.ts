import type { Exchange, OpenReply } from '../../http/exchange.js';
import type { Wrap } from '../../http/handler.js';

/** Which pages of other origins may read replies. */
export interface CorsOptions {
  /** Origins as browsers send them, or `*` alone for every one. */
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  /** Request headers, beside those that are always allowed. */
  readonly headers: readonly string[];
  /** Reply headers that scripts may read, beside those that they always may. */
  readonly exposedHeaders: readonly string[];
  /** Whether cookies and client certificates may be sent along. */
  readonly credentials: boolean;
  /** How many seconds a browser may remember the answer to a preflight. */
  readonly maxAge: number;
}

/**
 * Cross-origin resource sharing as the Fetch standard has it (https://fetch.spec.whatwg.org/#http-cors-protocol). Preflights are answered here, before
 * any authentication: browsers send them without credentials.
 */
export function cors(options: CorsOptions): Wrap {
  const { credentials } = options;
  const everyone = options.origins.includes('*');
  const origins = new Set(options.origins);
  const methods = options.methods.join(', ');
  const headers = options.headers.join(', ');
  const exposed = options.exposedHeaders.join(', ');
  const maxAge = String(options.maxAge);

  const allow = (reply: OpenReply, origin: string): boolean => {
    if (!everyone && !origins.has(origin)) return false;
    reply.setHeader('Access-Control-Allow-Origin', everyone ? '*' : origin);
    if (credentials) reply.setHeader('Access-Control-Allow-Credentials', 'true');
    return true;
  };
  return (next) => (exchange) => {
    const { reply } = exchange;
    // Set now for handlers written for node, and looked at again at the end: what a handler sets in its place would lose it.
    reply.setHeader('Vary', 'Origin');
    reply.beforeCommit(ensureVary);
    const origin = exchange.headers.get('origin');
    if (origin === undefined) return next(exchange);
    const isAllowed = allow(reply, origin);
    if (!isPreflight(exchange)) {
      if (isAllowed && exposed !== '') reply.setHeader('Access-Control-Expose-Headers', exposed);
      return next(exchange);
    }
    reply.setHeader('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
    if (isAllowed) {
      reply.setHeader('Access-Control-Allow-Methods', methods);
      if (headers !== '') reply.setHeader('Access-Control-Allow-Headers', headers);
      reply.setHeader('Access-Control-Max-Age', maxAge);
    }
    reply.status = 204;
    return reply.end();
  };
}

function isPreflight({ method, headers }: Exchange): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

/** A cache must not give the reply to one origin to another, whatever else the reply depends on. */
function ensureVary(reply: OpenReply): void {
  const vary = reply.header('Vary');
  const names = vary === undefined ? '' : typeof vary === 'string' ? vary : vary.join(',');
  if (!/(?:^|,)\s*(?:origin|\*)\s*(?:,|$)/i.test(names)) reply.appendHeader('Vary', 'Origin');
}

import type { Exchange } from '../http/exchange.js';
import type { Wrap } from '../http/handler.js';
import { hostUrl, isIpAddress } from '../http/host-field.js';
import { ForbiddenException, WebApplicationException } from '../http/web-application-exception.js';

/**
 * Keeps pages of other sites from changing anything on the admin port through the browser of somebody who can reach it.
 *
 * A browser's request (it has `Origin` or `Sec-Fetch-Site`) that changes something must come from a page of the admin port itself (403), under an
 * address that nobody else can have chosen: an IP address, `localhost`, or a name that the configuration allows (421). A name of the attacker's that
 * was pointed at this machine ("DNS rebinding") makes every request look as if it came from the same origin. Requests of other programs have neither
 * header and are let through.
 */
export function browserGuard(allowedHosts: readonly string[]): Wrap {
  const allowed = new Set(['localhost', ...allowedHosts.map((name) => name.toLowerCase())]);
  return (next) => (exchange) => {
    if (!safeMethods.has(exchange.method) && isFromBrowser(exchange)) {
      if (!isSameOrigin(exchange)) throw new ForbiddenException(foreignOrigin);
      const host = hostUrl('http', exchange.headers.get('host'));
      if (host === undefined || !(isIpAddress(host) || allowed.has(host.hostname)))
        throw new WebApplicationException(unknownHost(host), 421);
    }
    return next(exchange);
  };
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

function isFromBrowser({ headers }: Exchange): boolean {
  return headers.has('origin') || headers.has('sec-fetch-site');
}

function isSameOrigin({ headers, secure }: Exchange): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return true;
  const [, scheme] = /^(https?):\/\//.exec(origin) ?? [];
  if (scheme !== 'http' && scheme !== 'https') return false;
  // Behind a proxy that ends TLS we see plain HTTP. A browser that speaks TLS says itself whether the page is of the same origin.
  if (scheme !== (secure ? 'https' : 'http') && site === undefined) return false;
  // Both with the default port of the same scheme.
  return hostUrl(scheme, headers.get('host'))?.origin === origin;
}

const foreignOrigin =
  'A page of another origin cannot change anything on the admin port. Open the admin port itself in the browser, or send the request without a browser';

function unknownHost(host: URL | undefined): string {
  const name = host === undefined ? 'This host' : JSON.stringify(host.hostname);
  return `${name} is not a known name of the admin port. Use its IP address or localhost, or add the name to admin.allowedHosts`;
}

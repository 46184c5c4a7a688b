import { BoundedCache } from '../../http/bounded-cache.js';
import type { OpenReply } from '../../http/exchange.js';
import type { Wrap } from '../../http/handler.js';
import { MediaType } from '../../http/media-type.js';

/** What browsers are told to do with replies; an empty text sends no such header. */
export interface SecurityHeaders {
  readonly contentTypeOptions: string;
  readonly contentSecurityPolicy: string;
  /** In place of the other for replies that browsers show as pages. */
  readonly pageContentSecurityPolicy: string;
  readonly frameOptions: string;
  /** Only over TLS. */
  readonly strictTransportSecurity: string;
}

/**
 * Sets security headers before anything else does, so that a handler can change or remove each of them. The policy for pages is set first, since a handler
 * written for node may send one without telling us; what turns out not to be a page gets the stricter one at the last moment.
 */
export function securityHeaders(headers: SecurityHeaders): Wrap {
  const { contentSecurityPolicy, pageContentSecurityPolicy, strictTransportSecurity } = headers;
  const always = [
    ['X-Content-Type-Options', headers.contentTypeOptions],
    ['X-Frame-Options', headers.frameOptions],
    [policyHeader, pageContentSecurityPolicy],
  ].filter((line): line is [string, string] => line[1] !== '');
  const tighten = (reply: OpenReply): void => {
    if (reply.header(policyHeader) !== (pageContentSecurityPolicy || undefined) || isPage(reply)) return;
    if (contentSecurityPolicy === '') reply.removeHeader(policyHeader);
    else reply.setHeader(policyHeader, contentSecurityPolicy);
  };
  return (next) => (exchange) => {
    const { reply } = exchange;
    // Nothing of that name can be there yet, and this is done for every request: no need to look.
    for (const [name, value] of always) reply.appendHeader(name, value);
    if (exchange.secure && strictTransportSecurity !== '') reply.appendHeader('Strict-Transport-Security', strictTransportSecurity);
    reply.beforeCommit(tighten);
    return next(exchange);
  };
}

const policyHeader = 'Content-Security-Policy';

/** True for documents that would lose their scripts, styles or viewer under a policy that forbids everything. */
function isPage(reply: OpenReply): boolean {
  const type = reply.header('Content-Type');
  return typeof type === 'string' && isPageType.get(type);
}

// A service has few types, and this is asked for every reply.
const isPageType = new BoundedCache(200, (type) => pages.has(MediaType.tryParse(type)?.essence ?? ''));

const pages: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', 'image/svg+xml', 'application/pdf']);

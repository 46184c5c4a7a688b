import type { RequestHeaders } from '../../http/exchange.js';
import { listElements, splitOutsideQuotes, unquote } from '../../http/header-field.js';

/**
 * The client's address as the outermost of our own proxies saw it. Each proxy adds one element at the end, so that with one proxy only the
 * last element can be believed: everything before it was sent by the client and may be a lie.
 */
export function forwardedFor(headers: RequestHeaders, trustedProxies: number): string | undefined {
  const forwarded = headers.get('forwarded');
  const address =
    forwarded === undefined ? nth(headers.get('x-forwarded-for'), trustedProxies) : parameter(nth(forwarded, trustedProxies), 'for');
  return address === undefined ? undefined : withoutPort(address);
}

/** Whether the client spoke TLS with the outermost of our own proxies; undefined where no proxy says. */
export function forwardedSecure(headers: RequestHeaders, trustedProxies: number): boolean | undefined {
  const forwarded = headers.get('forwarded');
  const protocol =
    forwarded === undefined ? nth(headers.get('x-forwarded-proto'), trustedProxies) : parameter(nth(forwarded, trustedProxies), 'proto');
  return protocol === undefined ? undefined : protocol.toLowerCase() === 'https';
}

function nth(value: string | undefined, fromTheEnd: number): string | undefined {
  if (value === undefined) return undefined;
  const elements = listElements(value);
  return elements[Math.max(0, elements.length - fromTheEnd)];
}

// RFC 7239: for="[2001:db8::1]:4711";proto=https
function parameter(element: string | undefined, name: string): string | undefined {
  for (const pair of element === undefined ? [] : splitOutsideQuotes(element, ';')) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim().toLowerCase() === name) return unquote(pair.slice(equals + 1).trim());
  }
  return undefined;
}

function withoutPort(address: string): string {
  const [, bracketed] = /^\[([^\]]*)\]/.exec(address) ?? [];
  if (bracketed !== undefined) return bracketed;
  return /^[^:]+:\d+$/.test(address) ? address.slice(0, address.lastIndexOf(':')) : address;
}

import { isIP } from 'node:net';

import type { RequestHeaders } from '../../http/exchange.js';
import { unquote } from '../../http/header-field.js';

/** Which headers the proxies in front of us write: `X-Forwarded-For` and `X-Forwarded-Proto`, or `Forwarded` (RFC 7239). */
export type ForwardedDialect = 'x-forwarded' | 'forwarded';

/** Whose word about the client's address and protocol is taken. */
export interface ForwardingTrust {
  /** How many proxies in front of us add an element to the headers; 0 trusts none. */
  readonly trustedProxies: number;
  /** `x-forwarded` unless given. The headers of the other dialect are the client's own, and are not looked at. */
  readonly forwardedDialect?: ForwardedDialect | undefined;
}

/**
 * The client's address as the outermost of our own proxies saw it; undefined where it did not say. Each proxy adds one element at the end, so
 * with one proxy only the last element is trusted: everything before it was sent by the client and may be a lie. Anything but an IP address
 * (or an identifier of RFC 7239: `unknown`, `_hidden`) is not an address.
 */
export function forwardedFor(headers: RequestHeaders, trust: ForwardingTrust): string | undefined {
  if (trust.trustedProxies === 0) return undefined;
  if (trust.forwardedDialect !== 'forwarded') return ipAddress(nthFromEnd(plainList(headers.get('x-forwarded-for')), trust));
  const node = nthFromEnd(forwardedElements(headers.get('forwarded')), trust)?.get('for');
  return ipAddress(node) ?? (node !== undefined && /^(?:unknown|_[\w.-]{1,64})$/.test(node) ? node : undefined);
}

/**
 * Whether the client spoke TLS with the outermost of our own proxies; undefined where it did not say. Proxies replace `X-Forwarded-Proto` rather than
 * add to it, so a single element is believed however many proxies there are: the outermost set it, and the others passed it on.
 */
export function forwardedSecure(headers: RequestHeaders, trust: ForwardingTrust): boolean | undefined {
  if (trust.trustedProxies === 0) return undefined;
  const protocol = (
    trust.forwardedDialect === 'forwarded'
      ? nthFromEnd(forwardedElements(headers.get('forwarded')), trust)?.get('proto')
      : onlyOrNthFromEnd(plainList(headers.get('x-forwarded-proto')), trust)
  )?.toLowerCase();
  return protocol === 'https' ? true : protocol === 'http' ? false : undefined;
}

// With fewer elements than proxies, none of them is known to be a proxy's.
function nthFromEnd<T>(elements: readonly T[], { trustedProxies }: ForwardingTrust): T | undefined {
  return elements[elements.length - trustedProxies];
}

function onlyOrNthFromEnd<T>(elements: readonly T[], trust: ForwardingTrust): T | undefined {
  return elements.length === 1 ? elements[0] : nthFromEnd(elements, trust);
}

// These headers know no quotes: one sent by the client must not swallow the comma behind it.
function plainList(value: string | undefined): readonly string[] {
  return value === undefined ? [] : value.split(',').map((element) => element.trim());
}

/**
 * The elements of a Forwarded header, `for="[2001:db8::1]:4711";proto=https, for=…`. None where it is malformed anywhere: a quote that the client
 * left open would swallow what a proxy added.
 */
function forwardedElements(value: string | undefined): readonly ReadonlyMap<string, string>[] {
  if (value === undefined) return [];
  const elements: Map<string, string>[] = [new Map<string, string>()];
  const pair = /\s*([^\s=,;"]+)=("(?:[^"\\]|\\.)*"|[^\s,;"]+)\s*(;|,|$)/gy;
  while (pair.lastIndex < value.length) {
    const [, name, text, separator] = pair.exec(value) ?? [];
    if (name === undefined) return [];
    elements.at(-1)!.set(name.toLowerCase(), unquote(text!));
    if (separator === ',') elements.push(new Map<string, string>());
  }
  return elements;
}

// Without its port: "192.0.2.1:80", "[2001:db8::1]:80"; an IPv4 address in IPv6 form is written as what it is.
function ipAddress(text: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text ?? '') ?? [];
  const address = (bracketed ?? plain ?? text ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 || address.includes('%') ? undefined : address;
}

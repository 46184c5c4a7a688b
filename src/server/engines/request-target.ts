/**
 * The path and query of a request's target. Absolute-form targets ("GET http://host/path") reach us through proxies; RFC 9112 §3.2.2 says to
 * accept them. "OPTIONS *" asks about the whole server, and keeps its asterisk.
 */
export function originForm(target: string): string {
  return target.charCodeAt(0) === slash || target === '*' ? target : withoutAuthority(target);
}

/** The status to refuse a target with that is neither a path, nor absolute, nor the asterisk of OPTIONS; undefined where it is fine. */
export function targetProblem(method: string, target: string): number | undefined {
  if (target.charCodeAt(0) === slash) return undefined;
  if (target === '*') return method === 'OPTIONS' ? undefined : 400;
  const authority = authorityOf(target);
  return authority === undefined || authority === '' || !isHost(authority) ? 400 : undefined;
}

/** The authority of an absolute-form target, which replaces the Host header (RFC 9112 §3.2.2); undefined for other forms. */
export function authorityOf(target: string): string | undefined {
  return absoluteForm.exec(target)?.[1];
}

/** True for a name or an address, with or without a port (RFC 3986 §3.2.2). Empty is allowed: it is what clients send that know no name. */
export function isHost(text: string): boolean {
  if (text === lastHost) return true;
  if (!host.test(text)) return false;
  // Nearly all requests to a service have the same one.
  lastHost = text;
  return true;
}

function withoutAuthority(target: string): string {
  const [, , rest] = absoluteForm.exec(target) ?? [];
  if (rest === undefined) return `/${target}`;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const absoluteForm = /^https?:\/\/([^/?#]*)([^#]*)/i;
const host = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::\d{0,5})?$/i;
const slash = 47;
let lastHost = '';

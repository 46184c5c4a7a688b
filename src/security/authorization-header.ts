import type { Exchange } from '../http/exchange.js';

/** The credentials of an `Authorization` header: what follows the scheme, none for this scheme, or a header that cannot be trusted. */
export type Credentials = { readonly kind: 'given'; readonly text: string } | { readonly kind: 'absent' | 'wrong' };

/**
 * Reads the credentials of a scheme, whose name is matched in any case (RFC 9110 §11.1). With several `Authorization` lines, a proxy before us may have
 * looked at another one than we would, so none is good.
 */
export function credentialsOf({ headers }: Exchange, scheme: string): Credentials {
  const lines = headers.getAll('authorization');
  const [line] = lines;
  if (line === undefined || lines.every((one) => schemeOf(one) !== scheme.toLowerCase())) return { kind: 'absent' };
  if (lines.length > 1) return { kind: 'wrong' };
  return { kind: 'given', text: line.slice(scheme.length).trim() };
}

function schemeOf(line: string): string {
  return (/^[^ \t]*/.exec(line)?.[0] ?? '').toLowerCase();
}

/** The decoded head of a token that has the form of one. Nothing in it is verified. */
export interface TokenHead {
  readonly alg: string;
  readonly kid: string | undefined;
}

/**
 * Looks at a token before any cryptography does: undefined where it is not exactly three parts in canonical base64url, is too long, or has a header
 * that brings its own key or asks for one to be fetched.
 *
 * Libraries accept spaces, padding and loose bits inside the parts. Such a token is another text with the same signature, which defeats lists of
 * revoked tokens and caches.
 */
export function tokenHead(token: string): TokenHead | undefined {
  if (token.length > longest) return undefined;
  const parts = token.split('.');
  if (parts.length !== 3 || !parts.every(isCanonical)) return undefined;
  const header = parsedObject(parts[0]!);
  if (header === undefined || parsedObject(parts[1]!) === undefined) return undefined;
  if (keyHeaders.some((name) => Object.hasOwn(header, name))) return undefined;
  const { alg, kid } = header;
  if (typeof alg !== 'string' || (kid !== undefined && typeof kid !== 'string')) return undefined;
  return { alg, kid };
}

const longest = 8192;

// A key from the token itself, or from an address in it, proves nothing (RFC 8725 §3.10); issuers that are trusted have no use for them.
const keyHeaders = ['jwk', 'jku', 'x5u', 'x5c'];

function isCanonical(part: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(part) && Buffer.from(part, 'base64url').toString('base64url') === part;
}

function parsedObject(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(Buffer.from(part, 'base64url')));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

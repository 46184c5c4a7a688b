import type { Principal } from '../contract/access.js';
import type { Exchange } from '../http/exchange.js';
import type { Class } from '../reflection/type-ref.js';

/**
 * Recognises callers by one kind of credentials. `basic`, `apiKey` and `bearer` make those that are built in; your own is an object with a scheme and a
 * function.
 *
 * @example
 * environment.auth.use({
 *   scheme: 'Session',
 *   authenticate: (exchange) => {
 *     const id = parseCookies(exchange.headers.get('cookie'))['session'];
 *     return id === undefined ? 'absent' : (sessions.get(id) ?? 'wrong');
 *   },
 * });
 */
export interface Authenticator<P extends Principal = Principal> {
  /** The name of the scheme in `WWW-Authenticate`, in metrics and in `SecurityContext.scheme`: "Basic". */
  readonly scheme: string;
  /** The class of the principals, where parameters are to be checked against it at start-up. */
  readonly principal?: Class<P> | undefined;
  /** Looks for its credentials in the head of the request. The body has not been read. */
  authenticate(exchange: Exchange): Authentication<P> | Promise<Authentication<P>>;
  /** Its challenge in a 401 reply, or in the 403 reply to a caller whom it has recognised; `Scheme realm="…"` unless given. */
  challenge?(refusal: Refusal): string;
  /** The name that the caller claims, before it is verified: failures are counted by name and address. Not counted where it is left out. */
  claimedName?(exchange: Exchange): string | undefined;
}

/** What an authenticator finds: the caller, no credentials of its kind, or credentials that are not good. */
export type Authentication<P extends Principal = Principal> = P | 'absent' | 'wrong';

/** Why a request is refused. */
export type Refusal =
  | { readonly because: 'no-credentials' | 'wrong-credentials' }
  /** The caller is known and may not call it. */
  | { readonly because: 'forbidden'; readonly scopes: readonly string[] };

/** A text as a quoted string of a header: RFC 9110 §5.6.4. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Refuses a realm that no header can carry. */
export function checkRealm(realm: string, maker: string): string {
  if (typeof realm !== 'string' || realm === '' || !/^[\x20-\x7e]+$/.test(realm))
    throw new TypeError(
      `${maker} needs a realm of printable ASCII characters, as in ${maker}({ realm: 'accounts' }, …); got ${JSON.stringify(realm)}`,
    );
  return realm;
}

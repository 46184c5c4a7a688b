import type { Principal } from '../contract/access.js';
import type { Class } from '../reflection/type-ref.js';
import { asPromise } from '../values/as-promise.js';
import { checkRealm, quoted } from './authenticator.js';
import type { Authenticator } from './authenticator.js';

/** Where the key is, and what it opens. */
export interface ApiKeyOptions<P extends Principal = Principal> {
  /** The header with the key: `X-Api-Key`. */
  readonly header: string;
  /** The realm in the challenge; "api" unless given. */
  readonly realm?: string;
  /** The class of the principals, where parameters are to be checked against it at start-up. */
  readonly principal?: Class<P>;
}

/** Finds the caller of a key; nothing where it is not known. */
export type CheckKey<P extends Principal> = (key: string) => P | undefined | null | Promise<P | undefined | null>;

/**
 * Recognises callers by a key in a header. Keep only hashes of keys, and look them up by `sha256(key)`: the time of the look-up then tells nothing
 * about a key.
 *
 * @example environment.auth.use(apiKey({ header: 'X-Api-Key' }, (key) => clients.byHash(sha256(key))));
 */
export function apiKey<C extends Principal, P extends C>(options: ApiKeyOptions<C>, check: CheckKey<P>): Authenticator<C> {
  const { header, realm = 'api', principal } = options;
  checkRealm(realm, 'apiKey');
  if (typeof header !== 'string' || !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(header))
    throw new TypeError(`apiKey needs the name of a header, as in apiKey({ header: 'X-Api-Key' }, …); got ${JSON.stringify(header)}`);
  if (typeof check !== 'function') throw new TypeError('apiKey needs a function that finds the caller of a key');
  const name = header.toLowerCase();
  return {
    scheme: 'ApiKey',
    principal,
    // No scheme is registered for this, but RFC 9110 §11.6.1 wants a challenge in each 401.
    challenge: () => `ApiKey realm=${quoted(realm)}, header=${quoted(header)}`,
    authenticate: ({ headers }) => {
      const given = headers.getAll(name);
      const [key] = given;
      if (key === undefined) return 'absent';
      if (given.length > 1 || key === '' || key.length > longest) return 'wrong';
      const found = check(key);
      const promise = asPromise(found) as Promise<P | undefined | null> | undefined;
      return promise === undefined ? ((found as P | undefined | null) ?? 'wrong') : promise.then((settled) => settled ?? 'wrong');
    },
  };
}

const longest = 2048;

import type { Principal } from '../contract/access.js';
import type { Exchange } from '../http/exchange.js';
import type { Class } from '../reflection/type-ref.js';
import { asPromise } from '../values/as-promise.js';
import { checkRealm, quoted } from './authenticator.js';
import type { Authentication, Authenticator } from './authenticator.js';
import { credentialsOf } from './authorization-header.js';

/** A name and a password as the client sent them. */
export interface NameAndPassword {
  readonly name: string;
  readonly password: string;
}

/** How callers with a password are recognised. */
export interface BasicOptions<P extends Principal = Principal> {
  /** What browsers show when they ask for the password. */
  readonly realm: string;
  /** The class of the principals, where parameters are to be checked against it at start-up. */
  readonly principal?: Class<P>;
}

/** Finds the caller of a name and a password; nothing where they are wrong. */
export type CheckPassword<P extends Principal> = (given: NameAndPassword) => P | undefined | null | Promise<P | undefined | null>;

/**
 * Recognises callers by name and password, as RFC 7617 has it. Compare passwords with `passwordMatches`, which takes the same time for unknown names.
 *
 * @example
 * environment.auth.use(basic({ realm: 'accounts' }, async ({ name, password }) => {
 *   const user = users.get(name);
 *   return (await passwordMatches(password, user?.passwordHash)) ? user : undefined;
 * }));
 */
export function basic<C extends Principal, P extends C>(options: BasicOptions<C>, check: CheckPassword<P>): Authenticator<C> {
  const realm = checkRealm(options.realm, 'basic');
  if (typeof check !== 'function') throw new TypeError('basic needs a function that finds the caller of a name and a password');
  return {
    scheme: 'Basic',
    principal: options.principal,
    challenge: () => `Basic realm=${quoted(realm)}, charset="UTF-8"`,
    claimedName: (exchange) => {
      const given = givenIn(exchange);
      return typeof given === 'string' ? undefined : given.name;
    },
    authenticate: (exchange) => {
      const given = givenIn(exchange);
      if (typeof given === 'string') return given;
      const found = check(given);
      const promise = asPromise(found) as Promise<P | undefined | null> | undefined;
      return promise === undefined ? orWrong(found as P | undefined | null) : promise.then(orWrong);
    },
  };
}

function orWrong<P extends Principal>(found: P | undefined | null): Authentication<P> {
  return found ?? 'wrong';
}

function givenIn(exchange: Exchange): NameAndPassword | 'absent' | 'wrong' {
  const credentials = credentialsOf(exchange, 'Basic');
  if (credentials.kind !== 'given') return credentials.kind;
  return decoded(credentials.text) ?? 'wrong';
}

/** Undefined for anything that is not the one form in which a client writes it: two forms of one password would be two keys to one door. */
function decoded(text: string): NameAndPassword | undefined {
  if (text.length > longest) return undefined;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) return undefined;
  let pair: string;
  try {
    pair = utf8.decode(bytes);
  } catch {
    return undefined;
  }
  const colon = pair.indexOf(':');
  // RFC 7617 §2: neither part may contain control characters.
  if (colon < 0 || /[\u0000-\u001f\u007f]/.test(pair)) return undefined;
  return { name: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

// Hashing takes time in proportion; nobody types more.
const longest = 2048;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

import type { Principal } from '../../contract/access.js';

/** The caller as a verified token describes it. */
export class BearerPrincipal implements Principal {
  constructor(
    /** The claim `sub`. */
    readonly name: string,
    /** What the roles claim holds. */
    readonly roles: readonly string[],
    /** The claim `scope`, or `scp`. */
    readonly scopes: readonly string[],
    /** All claims of the token. */
    readonly claims: Readonly<Record<string, unknown>>,
  ) {}
}

/** Makes the principal of a verified token; nothing where the caller is not known here. */
export type ToPrincipal<P extends Principal> = (token: BearerPrincipal) => P | undefined | null | Promise<P | undefined | null>;

/** What verified claims say about the caller; undefined where they name nobody. */
export function principalOf(claims: Readonly<Record<string, unknown>>, rolesClaim: string): BearerPrincipal | undefined {
  const { sub, scope, scp } = claims;
  if (typeof sub !== 'string' || sub === '') return undefined;
  return new BearerPrincipal(sub, texts(claimAt(claims, rolesClaim)), words(scope ?? scp), claims);
}

/** A claim by its name, which may contain dots, or by the path to it: `realm_access.roles`. */
function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** RFC 6749 §3.3: scopes are words with spaces between them; some issuers write a list. */
function words(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : texts(value);
}

import type { Exchange } from './exchange.js';

/** Who sent the request and what they may do, as an authenticator or a filter found out. */
export class SecurityContext {
  /** Nobody in particular. */
  static readonly anonymous = new SecurityContext(undefined);

  constructor(
    /** The caller, in whatever form it was recognised; undefined for nobody in particular. */
    readonly principal: unknown,
    private readonly roles: ReadonlySet<string> | readonly string[] = [],
    /** How the caller was recognised: "Basic", "Bearer". */
    readonly scheme?: string,
  ) {}

  isUserInRole(role: string): boolean {
    return this.roles instanceof Set ? this.roles.has(role) : (this.roles as readonly string[]).includes(role);
  }
}

/** Who sent a request; anonymous until an authenticator or a filter says otherwise. */
export function securityOf(exchange: Exchange): SecurityContext {
  return (exchange.attribute(securitySymbol) as SecurityContext | undefined) ?? SecurityContext.anonymous;
}

/** Notes who sent a request, for everything that handles it from here on. */
export function setSecurity(exchange: Exchange, security: SecurityContext): void {
  exchange.setAttribute(securitySymbol, security);
}

const securitySymbol = Symbol('security');

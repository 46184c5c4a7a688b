/** Who sent the request and what they may do, as an authentication filter found out. */
export class SecurityContext {
  /** Nobody in particular. */
  static readonly anonymous = new SecurityContext(undefined);

  constructor(
    /** The user, in whatever form the filter has it; undefined for nobody in particular. */
    readonly principal: unknown,
    private readonly roles: ReadonlySet<string> | readonly string[] = [],
    /** How the user was recognised: "Basic", "Bearer". */
    readonly scheme?: string,
  ) {}

  isUserInRole(role: string): boolean {
    return this.roles instanceof Set ? this.roles.has(role) : (this.roles as readonly string[]).includes(role);
  }
}

/** Who may have sent a request: what basic passwords and tokens are turned into. */
export class Caller {
  constructor(
    readonly name: string,
    readonly roles: readonly string[],
  ) {}
}

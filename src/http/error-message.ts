/** The body of an error reply: as JSON, or as its message alone for a client that prefers text. */
export class ErrorMessage {
  constructor(
    readonly code: number,
    readonly message: string,
    readonly details?: string,
  ) {}

  toJson(): string {
    return JSON.stringify({ code: this.code, message: this.message, ...(this.details === undefined ? {} : { details: this.details }) });
  }

  toText(): string {
    return this.details === undefined ? this.message : `${this.message}\n${this.details}`;
  }
}

/** The body of a reply to an invalid request: one message per problem. As text, a line each that begins with "* ". */
export class ValidationErrorMessage {
  constructor(readonly errors: readonly string[]) {}

  toJson(): string {
    return JSON.stringify({ errors: this.errors });
  }

  toText(): string {
    return this.errors.map((error) => `* ${error}\n`).join('');
  }
}

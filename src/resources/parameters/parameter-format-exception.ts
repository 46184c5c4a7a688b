/** A text that is not what the parameter wants; the message has "%s" where the parameter's name belongs. */
export class ParameterFormatException extends Error {
  override readonly name = 'ParameterFormatException';
  readonly code = 'KEELSON_PARAMETER_FORMAT';

  constructor(
    readonly template: string,
    readonly status = 400,
    options?: ErrorOptions,
  ) {
    super(template.replace('%s', 'Parameter'), options);
  }

  /** The message about a parameter of that name, as in "query param n is not a number." */
  messageFor(parameter: string): string {
    // A function, since the name may hold "$&" and the like.
    return this.template.replace('%s', () => parameter);
  }
}

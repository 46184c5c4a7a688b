/** A @ValidationMethod threw instead of answering. */
export class ValidationMethodError extends Error {
  override readonly name = 'ValidationMethodError';
  readonly code = 'KEELSON_VALIDATION_METHOD';

  constructor(className: string, methodName: string, cause: unknown) {
    super(
      `${className}.${methodName} threw ${cause instanceof Error ? `${cause.name}: ${cause.message}` : 'something that is no error'}; ` +
        'a @ValidationMethod also runs where fields are missing or invalid, so it must bear them',
      { cause },
    );
  }
}

/** What a @ValidationMethod did instead of returning true or false. */
export type MethodFailure = { readonly threw: unknown } | { readonly returned: unknown };

/** A @ValidationMethod that threw, or returned something else than true or false. */
export class ValidationMethodError extends Error {
  override readonly name = 'ValidationMethodError';
  readonly code = 'KEELSON_VALIDATION_METHOD';

  constructor(className: string, methodName: string, failure: MethodFailure) {
    super(`${className}.${methodName} ${describe(failure)}`, 'threw' in failure ? { cause: failure.threw } : {});
  }
}

function describe(failure: MethodFailure): string {
  if ('threw' in failure) {
    const what = failure.threw instanceof Error ? `${failure.threw.name}: ${failure.threw.message}` : 'something that is not an error';
    return `threw ${what}; a @ValidationMethod also runs where fields are missing or invalid, so it must expect that`;
  }
  const { returned } = failure;
  if (returned instanceof Promise) {
    return 'returned a promise; a @ValidationMethod answers at once, so check what must be waited for in the endpoint';
  }
  const what = returned === null || returned === undefined ? `${returned}` : `a value of type ${typeof returned}`;
  return `returned ${what}; a @ValidationMethod returns true or false`;
}

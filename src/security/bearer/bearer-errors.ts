/** Bearer tokens are configured, and the library that verifies them is not installed. */
export class JoseMissingError extends Error {
  override readonly name = 'JoseMissingError';
  readonly code = 'KEELSON_JOSE_MISSING';

  constructor(options?: ErrorOptions) {
    super('auth.bearer needs the package jose to verify tokens; install it: npm install jose@6', options);
  }
}

/** The file of `auth.bearer.publicKeyPath` cannot be used. */
export class BearerKeyError extends Error {
  override readonly name = 'BearerKeyError';
  readonly code = 'KEELSON_BEARER_KEY';

  constructor(path: string, why: string, options?: ErrorOptions) {
    super(`auth.bearer.publicKeyPath: ${path} ${why}`, options);
  }
}

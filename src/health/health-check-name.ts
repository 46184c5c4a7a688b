/** Refuses names that would break or forge lines of `/healthcheck`. */
export function checkHealthCheckName(name: string): void {
  if (name.trim() !== name || name === '' || name.startsWith('!') || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) {
    throw new HealthCheckNameError(name);
  }
}

/** A health check was registered under a name that cannot stand in a line of `/healthcheck`. */
export class HealthCheckNameError extends Error {
  override readonly name = 'HealthCheckNameError';
  readonly code = 'KEELSON_HEALTH_CHECK_NAME';
  constructor(refused: string) {
    super(
      `${JSON.stringify(refused)} cannot be the name of a health check: it would break or forge a line of /healthcheck. ` +
        'Use a word or a few, without line breaks or other control characters, and not beginning with "!"',
    );
  }
}

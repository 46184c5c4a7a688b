/** The service could not be started; the cause has been logged. */
export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError';
  readonly code = 'KEELSON_START_FAILED';

  constructor(
    readonly service: string,
    cause: unknown,
  ) {
    super(`${service} could not be started: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

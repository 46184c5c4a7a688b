/** The service could not be started; the log tells all there is to tell about the cause. */
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

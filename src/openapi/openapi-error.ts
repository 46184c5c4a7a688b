/** The document of the API cannot be written. */
export class OpenApiError extends Error {
  override readonly name = 'OpenApiError';
  readonly code = 'KEELSON_OPENAPI';

  constructor(readonly problems: readonly string[]) {
    super(`The OpenAPI document cannot be written:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

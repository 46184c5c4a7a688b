/** Resources that cannot be served as they are written, everything that was found; it stops start-up. */
export class ResourceModelError extends Error {
  override readonly name = 'ResourceModelError';
  readonly code = 'KEELSON_RESOURCE_MODEL';

  constructor(readonly problems: readonly string[]) {
    super(
      `${problems.length === 1 ? 'A resource' : `The resources have ${problems.length} problems and`} cannot be served:\n${problems.map((one) => `  * ${one}`).join('\n')}`,
    );
  }
}

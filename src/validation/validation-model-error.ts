/** Annotations that cannot mean anything, all that were found; it stops start-up. */
export class ValidationModelError extends Error {
  override readonly name = 'ValidationModelError';
  readonly code = 'KEELSON_VALIDATION_MODEL';

  constructor(readonly problems: readonly string[]) {
    super(
      `${problems.length === 1 ? 'A constraint' : `${problems.length} constraints`} cannot be validated:\n${problems.map((one) => `- ${one}`).join('\n')}`,
    );
  }
}

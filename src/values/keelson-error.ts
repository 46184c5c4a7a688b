/** True for errors with a `KEELSON_…` code: their messages are complete sentences, so readers need no stack trace. */
export function isKeelsonError(thrown: unknown): thrown is Error & { readonly code: string } {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && thrown.code.startsWith('KEELSON_');
}

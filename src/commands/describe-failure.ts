/**
 * What to print of an error that ends the process. Errors of Keelson's own are complete sentences for the one who reads them; of any
 * other the stack trace is needed too.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `The command failed: ${String(error)}`;
  if ('code' in error && typeof error.code === 'string' && error.code.startsWith('KEELSON_')) return error.message;
  return error.stack ?? error.message;
}

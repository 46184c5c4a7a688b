import { isKeelsonError } from '../values/keelson-error.js';

/** What to print about an error that ends the process: the message of Keelson's own errors, the stack trace of any other. */
export function describeFailure(error: unknown): string {
  if (isKeelsonError(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : `The command failed: ${String(error)}`;
}

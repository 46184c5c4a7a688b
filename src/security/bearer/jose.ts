import { JoseMissingError } from './bearer-errors.js';

/** The library that verifies tokens: an optional peer. */
export type Jose = typeof import('jose');

/** Loads the library, or says how to install it. */
export async function loadJose(): Promise<Jose> {
  try {
    return await import('jose');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw thrown;
    throw new JoseMissingError({ cause: thrown });
  }
}

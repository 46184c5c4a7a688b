import { fileURLToPath } from 'node:url';

// Annotations are kept in this module. With two copies of the package in one process, a class annotated through one of them would have no
// annotations for the other, which would then complain of something that is not wrong.

const loadedFrom = Symbol.for('keelson.loadedFrom');

/** Two copies of the package in one process. */
export class TwoCopiesError extends Error {
  override readonly name = 'TwoCopiesError';
  readonly code = 'KEELSON_TWO_COPIES';

  constructor(
    readonly first: string,
    readonly second: string,
  ) {
    super(
      `Keelson is loaded twice, from ${first} and from ${second}: annotations made through one copy do not exist for the other; ` +
        'install it once ("npm ls keelson" shows who brings it), as a peer dependency of libraries',
    );
  }
}

/** Refuses to be loaded from a second folder; loading the same files again, as test runners do, is not a second copy. */
export function ensureSingleCopy(folder: string, loaded: object): void {
  const known = loaded as { [loadedFrom]?: string };
  known[loadedFrom] ??= folder;
  if (known[loadedFrom] !== folder) throw new TwoCopiesError(known[loadedFrom], folder);
}

// A CommonJS bundle has no import.meta.url, so there is no folder to compare.
const url = import.meta.url as string | undefined;
if (url?.startsWith('file:') === true) ensureSingleCopy(fileURLToPath(new URL('../../..', url)), globalThis);

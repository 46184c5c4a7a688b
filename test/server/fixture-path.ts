import { fileURLToPath } from 'node:url';

/** The path of a file that lies beside the sources of the tests; the compiled tests run from dist. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../../../test/server/fixtures/${name}`, import.meta.url)).replace(/\/\.?$/, '');
}

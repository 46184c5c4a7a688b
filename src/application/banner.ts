import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The text to print at start-up; undefined if there is no banner. */
export function readBanner(given: URL | undefined, mainModule: string | undefined = process.argv[1]): string | undefined {
  const file = given ?? (mainModule === undefined ? undefined : bannerBeside(mainModule));
  return file === undefined ? undefined : readFileSync(file, 'utf8').trimEnd();
}

function bannerBeside(mainModule: string): string | undefined {
  for (let folder = dirname(mainModule); ; folder = dirname(folder)) {
    const banner = join(folder, 'banner.txt');
    if (existsSync(banner)) return banner;
    // The package ends here; the folders above do not belong to it.
    if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return undefined;
  }
}

import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version in the nearest package.json at or above the main module, undefined where none says one. */
export function applicationVersion(mainModule: string | undefined = process.argv[1]): string | undefined {
  if (mainModule === undefined) return undefined;
  // Installed commands are links into the package, so the module's real place counts.
  for (let folder = dirname(realPath(mainModule)); ; folder = dirname(folder)) {
    const version = versionIn(join(folder, 'package.json'));
    if (version !== undefined || dirname(folder) === folder) return version;
  }
}

function versionIn(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined; // no package.json here: the next folder up is asked
  }
  try {
    const { version } = JSON.parse(text) as { readonly version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch (error) {
    throw new Error(`The version cannot be read from ${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // the main module may be a name that only a loader understands
  }
}

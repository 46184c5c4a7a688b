import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version in the nearest package.json at or above the main module; undefined if there is none. */
export function applicationVersion(mainModule: string | undefined = process.argv[1]): string | undefined {
  if (mainModule === undefined) return undefined;
  // Installed commands are links into the package, so links are followed first.
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
    return undefined; // no package.json here: the folder above is next
  }
  try {
    const { version } = JSON.parse(text) as { readonly version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch (error) {
    throw new VersionError(file, error);
  }
}

/** The package.json that should name the version of the application is not JSON. */
export class VersionError extends Error {
  override readonly name = 'VersionError';
  readonly code = 'KEELSON_APPLICATION_VERSION';
  constructor(file: string, cause: unknown) {
    super(`The version cannot be read from ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // the main module may be a name that only a loader understands
  }
}

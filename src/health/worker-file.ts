import { existsSync } from 'node:fs';

/**
 * Finds the compiled file of a thread. In the package it lies beside this module. In a bundle this module is part of another file, and the thread's file is
 * only there if it was bundled as an entry point of its own; the installed package, if there is one, is looked at last.
 */
export function findWorkerFile(name: string, here = import.meta.url): URL {
  const candidates = [() => new URL(`./${name}.js`, here), () => new URL(`./${name}.mjs`, here), () => inPackage(name)];
  for (const candidate of candidates) {
    const file = existing(candidate);
    if (file !== undefined) return file;
  }
  throw new WorkerFileError(name);
}

function existing(candidate: () => URL): URL | undefined {
  try {
    const file = candidate();
    return existsSync(file) ? file : undefined;
  } catch {
    // Bundlers may leave no import.meta.url, and the package may not be installed where the bundle runs.
    return undefined;
  }
}

function inPackage(name: string): URL {
  return new URL(`./dist/src/health/${name}.js`, import.meta.resolve('keelson/package.json'));
}

/** The file of a thread is missing, most likely because the service was bundled without it. */
export class WorkerFileError extends Error {
  override readonly name = 'WorkerFileError';
  readonly code = 'KEELSON_WORKER_FILE';
  constructor(file: string) {
    super(
      `${file}.js is missing. If the service is bundled, bundle node_modules/keelson/dist/src/health/${file}.js as a second entry point, into the same folder`,
    );
  }
}

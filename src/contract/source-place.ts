import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Declaration } from './declaration.js';

/** A file as seen from the working directory, and a line; null where they are not known. */
export interface SourcePlace {
  readonly file: string | null;
  readonly line: number | null;
}

/** Where an annotation was written. */
export function sourceOf(declaration: Declaration | undefined): SourcePlace {
  const position = declaration?.position;
  if (position === undefined) return { file: null, line: null };
  const file = position.url.startsWith('file:') ? fileURLToPath(position.url) : position.url;
  const fromHere = relative(process.cwd(), file);
  return { file: fromHere.startsWith('..') ? file : fromHere, line: position.line };
}

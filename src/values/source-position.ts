import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import type { SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A place in a script. */
export interface SourcePosition {
  /** "file:///…" */
  readonly url: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

/** The place in the source that was compiled; the place itself where there is no source map, or none that can be read. */
export function originalPosition(position: SourcePosition): SourcePosition {
  if (!position.url.startsWith('file:')) return position;
  try {
    const script = readFileSync(fileURLToPath(position.url), 'utf8');
    const mapUrl = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(script)?.[1];
    if (mapUrl === undefined) return position;
    const entry = readMap(mapUrl, position.url).findEntry(position.line - 1, position.column - 1);
    if (!('originalSource' in entry)) return position;
    return {
      url: new URL(entry.originalSource, new URL(mapUrl, position.url)).href,
      line: entry.originalLine + 1,
      column: entry.originalColumn + 1,
    };
  } catch {
    // A source map is only a convenience: the position in the compiled file is right too.
    return position;
  }
}

function readMap(mapUrl: string, scriptUrl: string): SourceMap {
  const inline = /^data:application\/json[^,]*;base64,(.*)$/.exec(mapUrl)?.[1];
  const text =
    inline === undefined ? readFileSync(fileURLToPath(new URL(mapUrl, scriptUrl)), 'utf8') : Buffer.from(inline, 'base64').toString();
  return new SourceMap(JSON.parse(text) as SourceMapPayload);
}

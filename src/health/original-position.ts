import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import type { SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

import type { StuckFrame } from './stuck-stack.js';

/** The frame in terms of the source that was compiled; the frame as it is where there is no map, or none that can be read. */
export function originalPosition(frame: StuckFrame): StuckFrame {
  if (!frame.url.startsWith('file:')) return frame;
  try {
    const script = readFileSync(fileURLToPath(frame.url), 'utf8');
    const mapUrl = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(script)?.[1];
    if (mapUrl === undefined) return frame;
    const entry = readMap(mapUrl, frame.url).findEntry(frame.line - 1, frame.column - 1);
    if (!('originalSource' in entry)) return frame;
    return {
      functionName: frame.functionName,
      url: new URL(entry.originalSource, new URL(mapUrl, frame.url)).href,
      line: entry.originalLine + 1,
      column: entry.originalColumn + 1,
    };
  } catch {
    // A map is a comfort: the position in the compiled file is true as well, and this runs while the service is in trouble.
    return frame;
  }
}

function readMap(mapUrl: string, scriptUrl: string): SourceMap {
  const inline = /^data:application\/json[^,]*;base64,(.*)$/.exec(mapUrl)?.[1];
  const text =
    inline === undefined ? readFileSync(fileURLToPath(new URL(mapUrl, scriptUrl)), 'utf8') : Buffer.from(inline, 'base64').toString();
  return new SourceMap(JSON.parse(text) as SourceMapPayload);
}

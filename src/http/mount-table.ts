import type { Handler } from './handler.js';
import { normalizedPrefix } from './path-claims.js';
import { decodeSegment } from './percent-escapes.js';

/** A handler and the path that it is mounted at; it owns everything below. */
export interface Mount {
  readonly path: string;
  readonly handler: Handler;
}

/**
 * One handler for several mounts: the longest path wins, whole segments only. A mount at "/assets" owns "/assets" and everything below it, not
 * "/assets2"; one at "/" owns what no other does. A mounted handler sees paths below its own, and the rest in `contextPath`. Paths match decoded, as
 * those of resources do: "/%61ssets" is "/assets".
 */
export function mountTable(mounts: readonly Mount[], otherwise: Handler): Handler {
  const byLength = mounts
    .map(({ path, handler }) => new Prefix(normalizedPrefix(path), handler))
    .toSorted((a, b) => b.text.length - a.text.length);
  if (byLength[0]?.text === '') return byLength[0].handler;
  return (exchange) => {
    for (const { handler, lengthIn } of byLength) {
      const length = lengthIn(exchange.path);
      if (length === undefined) continue;
      if (length > 0) exchange.enterContext(exchange.path.slice(0, length));
      return handler(exchange);
    }
    return otherwise(exchange);
  };
}

class Prefix {
  private readonly segments: readonly string[];

  constructor(
    readonly text: string,
    readonly handler: Handler,
  ) {
    this.segments = text.split('/').slice(1);
  }

  /** How much of an encoded path this prefix is; undefined where it is not its beginning. */
  readonly lengthIn = (path: string): number | undefined => {
    const { text } = this;
    if (path.startsWith(text) && (text === '' || path.length === text.length || path.charCodeAt(text.length) === slash)) return text.length;
    return path.includes('%') ? this.decodedLengthIn(path) : undefined;
  };

  private decodedLengthIn(path: string): number | undefined {
    let end = 0;
    for (const segment of this.segments) {
      const next = path.indexOf('/', end + 1);
      const stop = next < 0 ? path.length : next;
      if (decodeSegment(path.slice(end + 1, stop)) !== segment) return undefined;
      end = stop;
    }
    return end;
  }
}

const slash = 47;

import { pathToFileURL } from 'node:url';

import { originalPosition } from '../values/source-position.js';
import type { SourcePosition } from '../values/source-position.js';

/** Where an annotation was written. Capturing is cheap; the file and line are worked out when somebody asks. */
export class Declaration {
  /** V8 collects the frames when this is made, and makes text of them when `stack` is first read. */
  private readonly trace: { readonly stack?: string } = {};
  private found: SourcePosition | 'unknown' | undefined = undefined;

  private constructor() {}

  /** Remembers the place that applies the annotation; `annotation` is the function that the place calls. */
  static capture(annotation: (...args: never[]) => unknown): Declaration {
    const declaration = new Declaration();
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = deepest;
    Error.captureStackTrace(declaration.trace, annotation);
    Error.stackTraceLimit = stackTraceLimit;
    return declaration;
  }

  /** In the source that was compiled, where there is a source map; undefined where the stack does not tell. */
  get position(): SourcePosition | undefined {
    this.found ??= positionIn(this.trace.stack ?? '') ?? 'unknown';
    return this.found === 'unknown' ? undefined : this.found;
  }
}

// Compilers call annotations through a helper or two of their own.
const deepest = 6;

function positionIn(stack: string): SourcePosition | undefined {
  for (const line of stack.split('\n').slice(1)) {
    const frame = /^\s*at (?:(?<name>.*?) \()?(?<file>[^()]*?):(?<line>\d+):(?<column>\d+)\)?$/.exec(line)?.groups;
    // "__decorate", "__decorateClass", "_ts_decorate", "DecorateProperty": the helpers of compilers and of reflect-metadata.
    if (frame === undefined || /decorate/i.test(frame['name'] ?? '')) continue;
    const url = frame['file']!.includes('://') ? frame['file']! : fileUrl(frame['file']!);
    if (url === undefined) continue;
    return originalPosition({ url, line: Number(frame['line']), column: Number(frame['column']) });
  }
  return undefined;
}

function fileUrl(path: string): string | undefined {
  return path.startsWith('node:') || path === '<anonymous>' ? undefined : pathToFileURL(path).href;
}

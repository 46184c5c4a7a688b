import { inspected, isError, summaryOf } from '../value-text.js';
import { safeLines } from './safe-text.js';

/** Parts of one AggregateError that are shown. */
const mostParts = 50;
/** Errors in one trace: a retry loop that wraps its error again and again makes chains of thousands of causes. */
const mostErrors = 100;

/**
 * The lines of a stack trace without their marks: the error and its frames, then its causes and the parts of an AggregateError. Frames shared with
 * the enclosing error are counted, not repeated; the trace is cut after {@link mostErrors} errors.
 */
export function errorLines(error: Error): readonly string[] {
  const lines: string[] = [];
  addError({ lines, seen: new Set() }, { error, label: '', outerFrames: [] });
  return lines;
}

interface Trace {
  readonly lines: string[];
  readonly seen: Set<unknown>;
}

interface Place {
  readonly error: unknown;
  readonly label: string;
  readonly outerFrames: readonly string[];
}

function addError(trace: Trace, { error, label, outerFrames }: Place): void {
  const { lines, seen } = trace;
  if (!isError(error)) {
    lines.push(...safeLines(label + (typeof error === 'string' ? error : inspected(error))));
    return;
  }
  if (seen.has(error)) {
    lines.push(...safeLines(`${label}${summaryOf(error)} (shown above)`));
    return;
  }
  seen.add(error);
  const { head, frames } = stackOf(error);
  lines.push(...safeLines(label + head));
  const shared = sharedFrames(frames, outerFrames);
  for (const frame of frames.slice(0, frames.length - shared)) lines.push(...safeLines(frame));
  if (shared > 0) lines.push(`... ${shared} common frames omitted`);

  const parts = property(error, 'errors');
  if (Array.isArray(parts)) addParts(trace, parts, frames);
  const cause = property(error, 'cause');
  if (cause === undefined) return;
  if (seen.size >= mostErrors) lines.push('... further causes omitted');
  else addError(trace, { error: cause, label: 'Caused by: ', outerFrames: frames });
}

function addParts(trace: Trace, parts: readonly unknown[], outerFrames: readonly string[]): void {
  for (const [index, part] of parts.entries()) {
    if (index >= mostParts || trace.seen.size >= mostErrors) {
      trace.lines.push(`... ${parts.length - index} more parts omitted`);
      return;
    }
    addError(trace, { error: part, label: `Part ${index + 1} of ${parts.length}: `, outerFrames });
  }
}

// The head of a stack can span several lines; it ends at the first frame.
function stackOf(error: Error): { readonly head: string; readonly frames: readonly string[] } {
  const stack = property(error, 'stack');
  if (typeof stack !== 'string' || stack === '') return { head: summaryOf(error), frames: [] };
  const lines = stack.split('\n');
  const firstFrame = lines.findIndex((line) => /^\s+at /.test(line));
  if (firstFrame === -1) return { head: stack, frames: [] };
  return { head: lines.slice(0, firstFrame).join('\n') || summaryOf(error), frames: lines.slice(firstFrame).map((line) => line.trim()) };
}

function sharedFrames(frames: readonly string[], outer: readonly string[]): number {
  let shared = 0;
  while (shared < frames.length && shared < outer.length && frames.at(-1 - shared) === outer.at(-1 - shared)) shared++;
  return shared;
}

function property(error: Error, name: 'stack' | 'cause' | 'errors'): unknown {
  try {
    return (error as { readonly [key in typeof name]?: unknown })[name];
  } catch {
    return undefined; // A getter that throws.
  }
}

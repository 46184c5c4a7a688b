import { isError, shownOnOneLine, summaryOf } from '../log-message.js';
import { safeLines } from './safe-text.js';

const mostParts = 50;

/**
 * The lines of a stack trace without their marks: the error, its frames, then what caused it and, of an AggregateError, its parts. Frames that
 * the surrounding error has as well are counted, not repeated.
 */
export function errorLines(error: Error): readonly string[] {
  const lines: string[] = [];
  addError(lines, { error, label: '', outerFrames: [], seen: new Set() });
  return lines;
}

interface Place {
  readonly error: unknown;
  readonly label: string;
  readonly outerFrames: readonly string[];
  readonly seen: Set<unknown>;
}

function addError(lines: string[], { error, label, outerFrames, seen }: Place): void {
  if (!isError(error)) {
    lines.push(...safeLines(label + (typeof error === 'string' ? error : shownOnOneLine(error))));
    return;
  }
  if (seen.has(error)) {
    lines.push(...safeLines(`${label}${summaryOf(error)} (told above)`));
    return;
  }
  seen.add(error);
  const { head, frames } = stackOf(error);
  lines.push(...safeLines(label + head));
  const shared = sharedFrames(frames, outerFrames);
  for (const frame of frames.slice(0, frames.length - shared)) lines.push(...safeLines(frame));
  if (shared > 0) lines.push(`... ${shared} common frames omitted`);

  const parts = property(error, 'errors');
  if (Array.isArray(parts)) {
    parts.slice(0, mostParts).forEach((part, index) => {
      addError(lines, { error: part, label: `Part ${index + 1} of ${parts.length}: `, outerFrames: frames, seen });
    });
    if (parts.length > mostParts) lines.push(`... ${parts.length - mostParts} more parts omitted`);
  }
  const cause = property(error, 'cause');
  if (cause !== undefined) addError(lines, { error: cause, label: 'Caused by: ', outerFrames: frames, seen });
}

// What the stack says of the error itself can span lines; it ends where the first frame begins.
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
    return undefined; // A getter that throws has nothing to tell.
  }
}

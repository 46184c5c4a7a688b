import { decodeSegment } from '../http/percent-escapes.js';

/**
 * The names below the folder that a request's path leads to, or undefined where it leads to nothing that may be shown.
 *
 * Every segment is decoded once and must then be a plain name. So there is no way up ("..", also as "%2e%2e"), no separator that came
 * escaped ("%2f", "%5c"), no NUL, no absolute path ("//etc/passwd") and nothing hidden (".git", ".env").
 */
export function assetNames(encodedPath: string): readonly string[] | undefined {
  const segments = encodedPath.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  const names: string[] = [];
  for (const segment of segments) {
    const name = decodeSegment(segment);
    if (name === undefined || !isVisibleName(name)) return undefined;
    names.push(name);
  }
  return names;
}

/** A name of one file or folder, and not one of those that begin with a dot. */
export function isVisibleName(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !forbidden.test(name);
}

// The colon names drives and alternate streams on Windows, where blanks and dots at the end of a name are dropped silently.
const forbidden = process.platform === 'win32' ? /[/\\\0:]|[. ]$/ : /[/\\\0]/;

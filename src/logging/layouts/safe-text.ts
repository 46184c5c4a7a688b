// Line ends of every kind, and the control characters with which a terminal can be made to overwrite what it showed.
const unsafe = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/;
const lineEnd = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;
const control = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]/g;

/** True where the text can stand in a line as it is. */
export function isSafe(text: string): boolean {
  return !unsafe.test(text);
}

/** The lines of a text, its control characters written out; line ends at the very end make no further line. */
export function safeLines(text: string): readonly string[] {
  if (isSafe(text)) return [text];
  return text
    .replace(/[\r\n]+$/, '')
    .split(lineEnd)
    .map((line) => (isSafe(line) ? line : line.replace(control, writtenOut)));
}

/** The text on one line, line ends and control characters written out as \u000a. */
export function onOneLine(text: string): string {
  return isSafe(text) ? text : text.replace(control, writtenOut);
}

function writtenOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// Three kinds of characters can make a line show something that was not logged: line ends, control characters (a terminal obeys them), and the
// bidirectional controls of Unicode, which reorder the text around them (UAX #9 §2; "Trojan Source").
const unsafe = /[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
const everyUnsafe = new RegExp(unsafe.source, 'g');
const lineEnd = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;

/** True if the text can stand in a line as it is. */
export function isSafe(text: string): boolean {
  return !unsafe.test(text);
}

/** The lines of a text with unsafe characters escaped, as in \u001b. Line ends at the very end do not make another line. */
export function safeLines(text: string): readonly string[] {
  if (isSafe(text)) return [text];
  return text
    .replace(/[\r\n]+$/, '')
    .split(lineEnd)
    .map(onOneLine);
}

/** The text on one line: line ends and other unsafe characters are escaped, as in \u000a. */
export function onOneLine(text: string): string {
  return isSafe(text) ? text : text.replace(everyUnsafe, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

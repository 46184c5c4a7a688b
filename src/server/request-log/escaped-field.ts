/** What a client sent, for a quoted field: it must not be able to end the field or the line, nor to change how the line looks on a terminal. */
export function safe(text: string | undefined): string {
  if (text === undefined || text === '') return '-';
  return hasUnsafe.test(text) ? text.replace(unsafe, escape) : text;
}

/** The same for a field without quotes, which a blank would end. */
export function withoutBlanks(text: string | undefined): string {
  const escaped = safe(text);
  return escaped.includes(' ') ? escaped.replaceAll(' ', '\\x20') : escaped;
}

function escape(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}

// Control characters (C0, DEL, C1), line and paragraph separators, marks and overrides of the writing direction, invisible characters.
const unsafe = /[\u0000-\u001f\u007f-\u009f"\\\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const hasUnsafe = new RegExp(unsafe.source);

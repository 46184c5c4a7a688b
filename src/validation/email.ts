/**
 * True for a name of at most 64 characters, `@`, and a host of at most 255: dot-separated words on both sides, in any script.
 *
 * Read from left to right by hand: it looks at each character once, whatever the text, and needs no expression that could run away.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at <= 64 && text.length - at <= 256 && isName(text, at) && isHost(text, at + 1);
}

/** Words of name characters between single dots. */
function isName(text: string, end: number): boolean {
  let word = 0;
  for (let index = 0; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code === dot) {
      if (word === 0) return false;
      word = 0;
    } else if (code >= 0x80 || nameCharacters[code] === 1) word++;
    else return false;
  }
  return word > 0;
}

/** Labels of letters, digits and inner dashes, at most 63 characters each, between single dots. */
function isHost(text: string, begin: number): boolean {
  let label = 0;
  let previous = dash;
  for (let index = begin; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === dot) {
      if (label === 0 || previous === dash) return false;
      label = 0;
    } else if (code >= 0x80 || hostCharacters[code] === 1) {
      if (code === dash && label === 0) return false;
      if (++label > 63) return false;
    } else return false;
    previous = code;
  }
  return label > 0 && previous !== dash;
}

const dot = 46;
const dash = 45;
const hostCharacters = tableOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-');
const nameCharacters = tableOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-!#$%&'*+/=?^_`{|}~");

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

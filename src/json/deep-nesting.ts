/** Below this length no nesting is worth looking for. */
const shortText = 16_384;

/** More levels than any mapper reads. */
const manyLevels = 1000;

/**
 * True for a long text that nests lists and objects more deeply than any mapper reads them. JSON.parse takes ten times as long for such a
 * text as for others of its length, so it is not asked. Malformed texts may be called deep or not; that is for the parsers to find out.
 */
export function nestsDeeply(text: string): boolean {
  if (text.length < shortText) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = closingQuote(text, at);
      if (at < 0) return false;
      continue;
    }
    // Brackets and braces differ in one bit.
    const bracket = code | 0x20;
    if (bracket === 0x7b && ++depth > manyLevels) return true;
    if (bracket === 0x7d) depth--;
  }
  return false;
}

/** The position of the quotation mark that ends the text which begins here; negative where there is none. */
function closingQuote(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

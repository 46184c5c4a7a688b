/**
 * True for text with a character that does not show, or shows as nothing: control and formatting characters, white space of any kind, half a
 * surrogate pair. Parsers of addresses step over some of them, so an address that is accepted with one would still carry it into headers,
 * logs and pages.
 */
export function hasUnprintable(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Z}\p{Cs}]/u.test(text);
}

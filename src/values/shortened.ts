/** The text, cut to a length that a message can show. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  // Do not cut a surrogate pair in half.
  const end = /[\uD800-\uDBFF]/.test(text[length - 1]!) ? length - 1 : length;
  return `${text.slice(0, end)}…`;
}

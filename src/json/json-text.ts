/** A text as it stands in JSON, quotes included; what JSON.stringify says of it. */
export function quote(text: string): string {
  // JSON.stringify costs a call out of compiled code; most texts are short and have nothing to escape.
  const { length } = text;
  if (length > 48) return JSON.stringify(text);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x22 || code === 0x5c || (code >= 0xd800 && code <= 0xdfff)) return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** Compact JSON text with line breaks and indentation, as JSON.stringify lays it out. */
export function indentJson(compact: string, blanks: number): string {
  const step = ' '.repeat(blanks);
  let depth = 0;
  // Texts are taken whole, so that brackets in them do not count; an empty list or object stays on its line.
  return compact.replaceAll(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[\]{},:]/g, (token) => {
    switch (token) {
      case '[':
      case '{':
        depth++;
        return `${token}\n${step.repeat(depth)}`;
      case ']':
      case '}':
        depth--;
        return `\n${step.repeat(depth)}${token}`;
      case ',':
        return `,\n${step.repeat(depth)}`;
      case ':':
        return ': ';
      default:
        return token;
    }
  });
}

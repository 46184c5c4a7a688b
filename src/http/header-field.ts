/** True where the text can be a header field's name: a token (RFC 9110 §5.6.2). */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

/** Returns the value, or throws where it could end the line and begin another (response splitting), or cannot be sent at all. */
export function checkHeaderValue(name: string, value: string): string {
  if (forbiddenInValue.test(value)) {
    throw new TypeError(
      `The header ${name} cannot carry ${JSON.stringify(value)}: line breaks, control characters and characters beyond U+00FF are not allowed; encode them`,
    );
  }
  return value;
}

/** Returns the name, or throws where it is not a token. */
export function checkHeaderName(name: string): string {
  if (!isToken(name))
    throw new TypeError(`${JSON.stringify(name)} cannot be the name of a header: letters, digits and !#$%&'*+-.^_\`|~ only`);
  return name;
}

/** The elements of a comma-separated header value, trimmed, without empty ones; commas inside quoted strings do not separate. */
export function listElements(value: string): string[] {
  return splitOutsideQuotes(value, ',');
}

/** Splits at a separator that does not stand inside a quoted string; the parts are trimmed, empty ones left out. */
export function splitOutsideQuotes(value: string, separator: string): string[] {
  const parts: string[] = [];
  const add = (part: string) => {
    const trimmed = part.trim();
    if (trimmed !== '') parts.push(trimmed);
  };
  let start = 0;
  let quoted = false;
  for (let i = 0; i < value.length; i++) {
    const character = value[i];
    if (quoted && character === '\\') i++;
    else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      add(value.slice(start, i));
      start = i + 1;
    }
  }
  add(value.slice(start));
  return parts;
}

/** The text that a quoted string stands for, or the text itself where it is not quoted (RFC 9110 §5.6.4). */
export function unquote(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text;
}

// Tab, visible characters and blanks, obs-text; everything else could end the line or not be sent as one byte.
const forbiddenInValue = /[^\t\x20-\x7e\x80-\xff]/;

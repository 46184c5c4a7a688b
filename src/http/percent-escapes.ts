/** Decodes the percent escapes of a path segment; undefined where they are malformed. */
export function decodeSegment(encoded: string): string | undefined {
  if (!encoded.includes('%')) return encoded;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** True where every percent escape is complete and the bytes are UTF-8. */
export function hasWellFormedEscapes(encoded: string): boolean {
  // A part is well-formed exactly where the whole is: no sequence of bytes can continue over a literal "&" or "=".
  return decodeSegment(encoded) !== undefined;
}

/** True where the escapes of a request's path and query are well-formed; a request with others is answered with 400, wherever it leads. */
export function hasWellFormedTarget({ path, rawQuery }: { readonly path: string; readonly rawQuery: string }): boolean {
  return hasWellFormedEscapes(path) && (rawQuery === '' || hasWellFormedEscapes(rawQuery));
}

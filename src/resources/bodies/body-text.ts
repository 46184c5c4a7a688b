import { isUtf8 } from 'node:buffer';

import { NotSupportedException } from '../../http/web-application-exception.js';

/** The bytes as text in the charset that the client names, UTF-8 where it names none; undefined where they are not valid in it. */
export function decodedText(bytes: Uint8Array, charset: string | undefined): string | undefined {
  if (bytes.byteLength === 0) return '';
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') return decodedAs(charset, bytes);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  // Node puts U+FFFD in place of invalid bytes. Clients hardly ever send that character themselves, so the bytes are checked only then.
  if (text.indexOf('\uFFFD') >= 0 && !isUtf8(buffer)) return undefined;
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
}

/** True for an empty text, and for one of nothing but the blanks that JSON allows between its tokens. */
export function isBlank(text: string): boolean {
  return text.length === 0 || (text.charCodeAt(0) <= 32 && /^[ \t\r\n]*$/.test(text));
}

function decodedAs(charset: string, bytes: Uint8Array): string | undefined {
  const decoder = decoderOf(charset);
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function decoderOf(charset: string): { decode(bytes: Uint8Array): string } {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw new NotSupportedException(`The charset ${JSON.stringify(charset)} cannot be read; send UTF-8`);
  }
}

const byteOrderMark = 0xfeff;

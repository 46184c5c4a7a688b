/** A part of a form as a test writes it. */
export interface TestPart {
  readonly name: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

export const boundary = 'frontier';
export const multipartType = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };

/** A multipart body, written by the rules of RFC 7578. */
export function formOf(...parts: readonly TestPart[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ name, fileName, type, content }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n` +
          `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

/** Content that begins like a PNG. */
export function pngOf(size: number): Buffer {
  const bytes = Buffer.alloc(size, 'x');
  Buffer.from('89504e470d0a1a0a', 'hex').copy(bytes);
  return bytes;
}

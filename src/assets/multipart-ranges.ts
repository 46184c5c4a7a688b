import { contentRangeText } from '../http/byte-range.js';
import type { ByteRange } from '../http/byte-range.js';
import type { AssetFile } from './asset-file.js';

const boundary = 'keelson-byte-ranges-4b7d1f0a9c3e';

/** The type of a reply that carries several parts of a file (RFC 9110 §14.6). */
export const multipartType = `multipart/byteranges;boundary=${boundary}`;

/** Several parts of a file with their heads, and the length of it all. */
export function multipartPieces(
  file: AssetFile,
  ranges: readonly ByteRange[],
  type: string,
): { readonly length: number; readonly pieces: AsyncIterable<Uint8Array> } {
  const heads = ranges.map((range, index) =>
    Buffer.from(
      `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: ${contentRangeText(range, file.length)}\r\n\r\n`,
    ),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = ranges.reduce((sum, { start, end }, index) => sum + heads[index]!.length + end - start + 1, tail.length);
  return { length, pieces: pieces() };

  async function* pieces(): AsyncIterable<Uint8Array> {
    for (const [index, { start, end }] of ranges.entries()) {
      yield heads[index]!;
      yield* file.read(start, end);
    }
    yield tail;
  }
}

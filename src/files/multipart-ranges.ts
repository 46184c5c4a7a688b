import { randomBytes } from 'node:crypto';

import { contentRangeText } from '../http/byte-range.js';
import type { ByteRange } from '../http/byte-range.js';
import type { OpenFile } from './open-file.js';

/** Several parts of a file with their heads: the media type of the whole, its length and its pieces (RFC 9110 §14.6). */
export interface MultipartRanges {
  readonly type: string;
  readonly length: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** Makes a multipart body of several parts of a file, whose own media type is `partType`. */
export function multipartPieces(file: OpenFile, ranges: readonly ByteRange[], partType: string): MultipartRanges {
  // Made anew for each reply: a boundary known beforehand could be put into a file.
  const boundary = `ranges-${randomBytes(12).toString('hex')}`;
  const heads = ranges.map((range, index) =>
    Buffer.from(
      `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${partType}\r\nContent-Range: ${contentRangeText(range, file.length)}\r\n\r\n`,
    ),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = ranges.reduce((sum, { start, end }, index) => sum + heads[index]!.length + end - start + 1, tail.length);
  return { type: `multipart/byteranges;boundary=${boundary}`, length, pieces: pieces() };

  async function* pieces(): AsyncIterable<Uint8Array> {
    for (const [index, { start, end }] of ranges.entries()) {
      yield heads[index]!;
      yield* file.read(start, end);
    }
    yield tail;
  }
}

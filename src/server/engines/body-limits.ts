import { BodyTooLargeError } from '../../http/exchange.js';

/** Passes pieces on and throws {@link BodyTooLargeError} beyond the limit. */
export async function* limited(source: AsyncIterable<Uint8Array>, limit: number, onExcess?: () => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.byteLength;
    if (bytes > limit) {
      onExcess?.();
      throw new BodyTooLargeError(limit);
    }
    yield piece;
  }
}

/** All pieces as one. */
export async function collected(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}

import { Readable, pipeline } from 'node:stream';
import type { Transform } from 'node:stream';

/** Sends pieces through a transform with back-pressure; failures of either side reach the reader, and a reader that stops ends both. */
export async function* throughTransform(
  source: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  transform: Transform,
): AsyncGenerator<Uint8Array> {
  const input = Readable.from(source, { objectMode: false });
  // Errors surface in the loop below, where the caller can catch them.
  pipeline(input, transform, () => undefined);
  try {
    for await (const piece of transform as AsyncIterable<Uint8Array>) yield piece;
  } finally {
    input.destroy();
    transform.destroy();
  }
}

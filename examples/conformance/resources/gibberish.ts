import type { BodyReader, BodyWriter } from 'keelson';

/** A text that travels backwards. */
export class Gibberish {
  constructor(readonly text: string) {}
}

export class GibberishReader implements BodyReader {
  readonly mediaTypes = ['text/gibberish'];

  canRead(type: unknown): boolean {
    return type === Gibberish;
  }

  read(bytes: Uint8Array): Gibberish {
    return new Gibberish(reversed(Buffer.from(bytes).toString()));
  }
}

export class GibberishWriter implements BodyWriter {
  readonly mediaTypes = ['text/gibberish'];

  canWrite(value: unknown): boolean {
    return value instanceof Gibberish;
  }

  write(value: Gibberish): string {
    return reversed(value.text);
  }
}

function reversed(text: string): string {
  return Array.from(text).reverse().join('');
}

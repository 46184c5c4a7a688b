import { createRequire } from 'node:module';
import type { Readable } from 'node:stream';

/** What is used of `@fastify/busboy`, which is an optional peer: nothing of its types may reach users who do not have it. */
export interface MultipartParser {
  write(piece: Uint8Array, done: (error?: Error | null) => void): void;
  end(): void;
  destroy(): void;
  on(event: 'file', listener: (name: Name, file: Readable, fileName: Name, encoding: string, type: string) => void): this;
  on(
    event: 'field',
    listener: (name: Name, value: string, isNameCut: boolean, isValueCut: boolean, encoding: string, type: string) => void,
  ): this;
  on(event: 'error', listener: (error: Error) => void): this;
  on(event: 'finish', listener: () => void): this;
}

type Name = string | undefined;

export interface MultipartParserOptions {
  readonly headers: { readonly 'content-type': string };
  readonly limits: { readonly fieldSize: number; readonly headerPairs: number; readonly headerSize: number };
}

/** The constructor of the parser; undefined where the package is not installed. */
export function loadBusboy(): (new (options: MultipartParserOptions) => MultipartParser) | undefined {
  try {
    return createRequire(import.meta.url)('@fastify/busboy') as new (options: MultipartParserOptions) => MultipartParser;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw thrown;
  }
}

/** What to tell the developer of a method that takes uploads. */
export function busboyMissing(method: string): string {
  return `${method}: takes multipart forms, which needs the package @fastify/busboy; install it: npm install @fastify/busboy`;
}

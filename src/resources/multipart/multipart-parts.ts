import type { Readable } from 'node:stream';

import { MediaType } from '../../http/media-type.js';
import type { Part } from '../../http/uploaded-file.js';
import { BadRequestException, ContentTooLargeException } from '../../http/web-application-exception.js';
import type { DataSize } from '../../values/data-size.js';
import { loadBusboy } from './busboy-loader.js';
import type { MultipartParser } from './busboy-loader.js';
import { safeFileName } from './file-name.js';

/** A multipart body on its way in. */
export interface MultipartBody {
  readonly contentType: string;
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly maxFieldSize: DataSize;
}

/** The parts of a multipart body in the order sent, each before the next is read. Malformed ones are 400, fields that are too large 413. */
export async function* multipartParts(body: MultipartBody): AsyncGenerator<Part> {
  const arrival = new Arrival(body);
  try {
    for (let part = await arrival.next(); part !== undefined; part = await arrival.next()) {
      yield part;
      await part.skip();
    }
  } finally {
    arrival.stop();
  }
}

/**
 * The parser pushes parts, the reader pulls them. Back-pressure is the parser's: it does not call back for the next piece of the body while the
 * current file has more in its buffer than it should.
 */
class Arrival {
  private readonly parser: MultipartParser;
  private readonly source: AsyncIterator<Uint8Array>;
  private readonly parts: ArrivingPart[] = [];
  private readonly files = new Set<Readable>();
  private state: 'open' | 'finished' | 'stopped' = 'open';
  private failure: { readonly thrown: Error } | undefined = undefined;
  private wake: (() => void) | undefined = undefined;

  constructor({ contentType, pieces, maxFieldSize }: MultipartBody) {
    this.source = pieces[Symbol.asyncIterator]();
    this.parser = parserOf(contentType, maxFieldSize.toBytes());
    this.parser.on('file', (name, file, fileName, _encoding, type) => {
      this.files.add(file);
      // Without a listener, a file that breaks off would end the process.
      file.on('error', (error) => this.fail(malformed(error)));
      file.on('close', () => this.files.delete(file));
      this.add(name, (field) => new ArrivingPart(field, safeFileName(fileName ?? ''), type, file, () => this.failure?.thrown));
    });
    this.parser.on('field', (name, value, _isNameCut, isCut, _encoding, type) => {
      if (isCut) this.fail(new ContentTooLargeException(`form field ${name} is larger than ${maxFieldSize}`));
      else this.add(name, (field) => new ArrivingPart(field, undefined, type, [Buffer.from(value)], () => undefined));
    });
    this.parser.on('error', (error) => this.fail(malformed(error)));
    this.parser.on('finish', () => {
      if (this.state === 'open') this.state = 'finished';
      this.wake?.();
    });
    this.pour().catch((thrown: unknown) => this.fail(thrown as Error));
  }

  async next(): Promise<ArrivingPart | undefined> {
    for (;;) {
      if (this.failure !== undefined) throw this.failure.thrown;
      const part = this.parts.shift();
      if (part !== undefined) return part;
      if (this.state !== 'open') return undefined;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Lets go of everything, wherever it stands. */
  stop(): void {
    if (this.state === 'stopped') return;
    this.state = 'stopped';
    for (const file of this.files) file.destroy();
    this.parser.destroy();
    // The source may be waiting for the client; how it ends is of no interest any more.
    void Promise.resolve(this.source.return?.()).catch(() => undefined);
  }

  private add(name: string | undefined, part: (name: string) => ArrivingPart): void {
    if (name === undefined) this.fail(new BadRequestException('The multipart body is malformed: a part has no name'));
    else this.parts.push(part(name));
    this.wake?.();
  }

  private fail(thrown: Error): void {
    if (this.state === 'stopped') return;
    this.failure ??= { thrown };
    for (const file of this.files) file.destroy(thrown);
    this.wake?.();
  }

  private async pour(): Promise<void> {
    for (let step = await this.source.next(); step.done !== true; step = await this.source.next()) {
      const piece = step.value;
      await new Promise<void>((resolve, reject) => {
        this.parser.write(piece, (error) => (error === null || error === undefined ? resolve() : reject(error)));
      });
      if (this.state === 'stopped') return;
    }
    this.parser.end();
  }
}

class ArrivingPart implements Part {
  private isTaken = false;

  constructor(
    readonly name: string,
    readonly fileName: string | undefined,
    readonly declaredType: string,
    private readonly content: Readable | readonly Uint8Array[],
    private readonly failure: () => Error | undefined,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    this.isTaken = true;
    try {
      for await (const piece of this.content as AsyncIterable<Uint8Array>) yield piece;
    } catch (thrown) {
      throw this.failure() ?? malformed(thrown as Error);
    }
  }

  async text(): Promise<string> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  }

  /** Reads the part to its end, where nobody else has begun to. */
  async skip(): Promise<void> {
    if (this.isTaken) return;
    for await (const _piece of this) {
    }
  }
}

function parserOf(contentType: string, fieldSize: number): MultipartParser {
  // RFC 2046 §5.1.1: at most 70 characters.
  const boundary = MediaType.tryParse(contentType)?.parameters.get('boundary') ?? '';
  if (boundary === '' || boundary.length > 70)
    throw new BadRequestException('The multipart body is malformed: its Content-Type has no boundary of 1 to 70 characters');
  // Start-up refuses methods that need it where it is missing.
  const Parser = loadBusboy()!;
  try {
    return new Parser({ headers: { 'content-type': contentType }, limits: { fieldSize, headerPairs: 32, headerSize: 16 * 1024 } });
  } catch (thrown) {
    throw malformed(thrown as Error);
  }
}

function malformed(error: Error): Error {
  if (error instanceof BadRequestException || error instanceof ContentTooLargeException) return error;
  const reason = /unexpected end/i.test(error.message) ? 'it ends before its last boundary' : error.message;
  return new BadRequestException(`The multipart body is malformed: ${reason}`, { cause: error });
}

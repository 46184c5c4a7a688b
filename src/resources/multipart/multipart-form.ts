import type { Exchange } from '../../http/exchange.js';
import { BodyTooLargeError } from '../../http/exchange.js';
import type { QueryValues } from '../../http/query-string.js';
import type { Part, UploadedFile } from '../../http/uploaded-file.js';
import { ContentTooLargeException, NotSupportedException } from '../../http/web-application-exception.js';
import { getLogger } from '../../logging/get-logger.js';
import { DataSize } from '../../values/data-size.js';
import { signatureLength, typeOfContent } from './content-signature.js';
import type { MultipartLimits } from './multipart-factory.js';
import { multipartParts } from './multipart-parts.js';
import { StoredFile } from './stored-file.js';

const log = getLogger('keelson.resources');

/** A file that a method takes. */
export interface WantedFile {
  readonly name: string;
  readonly maxSize: DataSize;
  readonly types: readonly string[] | undefined;
  readonly maxCount: number;
}

/** What a method wants of a multipart form. */
export interface MultipartPlan {
  readonly files: ReadonlyMap<string, WantedFile>;
  readonly limits: MultipartLimits;
  /** Bytes of the whole body. */
  readonly maxBodySize: number;
}

/** A multipart form that was read: its fields like those of any form, and its files. */
export interface MultipartForm {
  readonly fields: QueryValues;
  readonly files: ReadonlyMap<string, readonly UploadedFile[]>;
}

/** Reads a whole form. Limits act while it arrives: what is refused is neither read on nor kept. Files are deleted when the exchange is over. */
export async function readMultipartForm(exchange: Exchange, contentType: string, plan: MultipartPlan): Promise<MultipartForm> {
  const form = new FormInProgress(plan);
  exchange.onFinished(() => form.discard());
  const { limits, maxBodySize } = plan;
  try {
    const pieces = exchange.body.stream(maxBodySize);
    for await (const part of multipartParts({ contentType, pieces, maxFieldSize: limits.maxFieldSize })) await form.add(part);
    return form;
  } catch (thrown) {
    form.discard();
    if (!(thrown instanceof BodyTooLargeError)) throw thrown;
    throw new ContentTooLargeException(`The form is larger than ${DataSize.bytes(maxBodySize)}`, { cause: thrown });
  }
}

class FormInProgress implements MultipartForm {
  readonly fields = Object.create(null) as Record<string, string | string[]>;
  readonly files = new Map<string, StoredFile[]>();
  private fieldCount = 0;
  private fileCount = 0;
  private isDiscarded = false;

  constructor(private readonly plan: MultipartPlan) {}

  async add(part: Part): Promise<void> {
    if (part.fileName === undefined) await this.addField(part);
    else await this.addFile(part, part.fileName);
  }

  /** Deletes all files; also those whose upload is not over. */
  discard(): void {
    this.isDiscarded = true;
    for (const file of [...this.files.values()].flat())
      file.discard().catch((thrown: unknown) => log.warn('An uploaded file could not be deleted', thrown as Error));
  }

  private async addField(part: Part): Promise<void> {
    const { maxFields } = this.plan.limits;
    if (++this.fieldCount > maxFields) throw new ContentTooLargeException(`The form has more than ${maxFields} fields`);
    const value = await part.text();
    const before = this.fields[part.name];
    if (before === undefined) this.fields[part.name] = value;
    else if (typeof before === 'string') this.fields[part.name] = [before, value];
    else before.push(value);
  }

  private async addFile(part: Part, name: string): Promise<void> {
    const { files: wanted, limits } = this.plan;
    if (++this.fileCount > limits.maxFiles) throw new ContentTooLargeException(`The form has more than ${limits.maxFiles} files`);
    const use = wanted.get(part.name);
    // A file that nobody asked for is skipped, like any other field.
    if (use === undefined) return;
    const file = new StoredFile(
      { field: part.name, name, declaredType: part.declaredType },
      {
        memory: limits.memory.toBytes(),
        folder: limits.temporaryFolder,
      },
    );
    const pieces = part[Symbol.asyncIterator]();
    const head = await firstBytes(pieces);
    // What browsers send for a file input that was left empty.
    if (head.byteLength === 0 && name === 'unnamed') return;
    const others = this.files.get(part.name) ?? [];
    if (others.length === use.maxCount)
      throw new ContentTooLargeException(`form field ${part.name} has more than ${filesText(use.maxCount)}`);
    this.files.set(part.name, [...others, file]);
    file.type = typeOfContent(head.subarray(0, signatureLength), part.declaredType);
    if (use.types !== undefined && !use.types.includes(file.type))
      throw new NotSupportedException(`form field ${part.name} is ${file.type}; it may be ${use.types.join(', ')}`);
    await this.store(file, use, head, pieces);
  }

  private async store(file: StoredFile, { maxSize }: WantedFile, head: Uint8Array, rest: AsyncIterator<Uint8Array>): Promise<void> {
    const limit = maxSize.toBytes();
    try {
      for (let piece: Uint8Array | undefined = head; piece !== undefined; piece = await nextOf(rest)) {
        if (file.size + piece.byteLength > limit) throw new ContentTooLargeException(`form field ${file.field} is larger than ${maxSize}`);
        await file.append(piece);
        // The client has left while the disk was busy.
        if (this.isDiscarded) return;
      }
    } finally {
      await file.finish();
      if (this.isDiscarded) await file.discard();
    }
  }
}

/** At least as many bytes as the type is told by, unless there are fewer. */
async function firstBytes(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array();
  while (head.byteLength < signatureLength) {
    const piece = await nextOf(pieces);
    if (piece === undefined) break;
    head = head.byteLength === 0 ? piece : Buffer.concat([head, piece]);
  }
  return head;
}

async function nextOf(pieces: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  const step = await pieces.next();
  return step.done === true ? undefined : step.value;
}

function filesText(count: number): string {
  return count === 1 ? 'one file' : `${count} files`;
}

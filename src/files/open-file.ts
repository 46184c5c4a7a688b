import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** Files up to this size are read whole: their tag is made of their content, and they are sent in one write. */
const wholeLimit = 1024 * 1024;

/** A file to be sent, with what HTTP wants to know of it; to be closed by whoever opened it. */
export class OpenFile {
  readonly path: string;
  readonly lastModified: Date;
  readonly etag: string;
  readonly length: number;
  /** Changes whenever the file is written or replaced. */
  readonly version: string;
  /** All of it, where the file is small. */
  readonly content: Uint8Array | undefined;
  private readonly handle: FileHandle | undefined;

  private constructor({ path, lastModified, etag, length, version, content, handle }: FileFacts) {
    this.path = path;
    this.lastModified = lastModified;
    this.etag = etag;
    this.length = length;
    this.version = version;
    this.content = content;
    this.handle = handle;
  }

  /** Opens a file under the name that clients know it by; `folder` for a folder, undefined where there is nothing that can be read. */
  static async open(path: string, knownAs = path): Promise<OpenFile | 'folder' | undefined> {
    try {
      const handle = await open(path, readWithoutWaiting);
      try {
        const stats = await handle.stat({ bigint: true });
        if (stats.isFile()) return await OpenFile.of(knownAs, handle, stats);
        await handle.close();
        return stats.isDirectory() ? 'folder' : undefined;
      } catch (error) {
        await handle.close();
        throw error;
      }
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  }

  private static async of(path: string, handle: FileHandle, stats: BigIntStats): Promise<OpenFile> {
    const lastModified = new Date(Number(stats.mtimeMs));
    const length = Number(stats.size);
    const version = versionOf(stats);
    if (length > wholeLimit) return new OpenFile({ path, lastModified, etag: `"${version}"`, length, version, handle });
    const content = await handle.readFile();
    await handle.close();
    return new OpenFile({ path, lastModified, etag: tagOf(content), length: content.length, version, content });
  }

  /** The bytes from start to end, both included. */
  async *read(start: number, end: number): AsyncIterable<Uint8Array> {
    if (this.content !== undefined) {
      yield this.content.subarray(start, end + 1);
      return;
    }
    const stream = this.handle!.createReadStream({ start, end, autoClose: false });
    let left = end - start + 1;
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      left -= piece.length;
      yield piece;
    }
    if (left > 0) throw new Error(`${this.path} became shorter while it was sent`);
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }
}

interface FileFacts {
  readonly path: string;
  readonly lastModified: Date;
  readonly etag: string;
  readonly length: number;
  readonly version: string;
  /** Where the file is small. */
  readonly content?: Uint8Array;
  /** Where it is not. */
  readonly handle?: FileHandle;
}

/** Without this, a named pipe that nobody writes to would hold a thread for ever. Windows does not know the flag. */
const readWithoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Changes with the content, also where a file was replaced by one of the same size and time. */
export function versionOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-');
}

/** The same on every instance and after every deployment, unlike anything made of inode or time. */
function tagOf(content: Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** True for an error that means: not there, not allowed, or not possible as a file's name. */
export function isAbsence(error: unknown): boolean {
  return absenceCodes.has(String((error as NodeJS.ErrnoException).code));
}

const absenceCodes: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENAMETOOLONG',
  'EINVAL',
  'EISDIR',
  'ENXIO',
  'ENODEV',
]);

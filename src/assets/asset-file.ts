import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { constants, realpathSync, statSync } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

import { isVisibleName } from './asset-path.js';

/** Files up to this size are read whole: their tag is made of their content, and they are sent in one write. */
const wholeLimit = 1024 * 1024;
/** Content that is kept in memory, all files together; beyond it everything is read anew. */
const mostRememberedBytes = 32 * 1024 * 1024;

const mostAbsentSiblings = 10_000;

/** Else a named pipe that nobody writes to would hold a thread for ever. Windows does not know the flag. */
const readWithoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A folder whose visible files can be opened, and nothing outside it. */
export class AssetFolder {
  /** With all symbolic links followed, so that what a path really leads to can be held against it. */
  readonly root: string;
  /** Small files by path. */
  private readonly remembered = new Map<string, RememberedFile>();
  private rememberedBytes = 0;
  /** Siblings that were not there, and when that was looked up. */
  private readonly absent = new Map<string, number>();

  /** What is remembered is looked up again after so many milliseconds; a tenth of a second unless said otherwise. */
  constructor(
    path: string,
    private readonly recheckMilliseconds = 100,
  ) {
    this.root = realFolder(path);
  }

  /** The file that the names lead to, or the folder's index file; undefined where there is none that may be shown. */
  async open(names: readonly string[], indexFile: string | undefined): Promise<AssetFile | undefined> {
    const path = join(this.root, ...names);
    const file = await this.openFile(path);
    if (file !== 'folder') return file;
    if (indexFile === undefined) return undefined;
    const index = await this.openFile(join(path, indexFile));
    return index === 'folder' ? undefined : index;
  }

  /** The file beside it with the suffix, such as ".gz". */
  async openSibling(file: AssetFile, suffix: string): Promise<AssetFile | undefined> {
    const path = file.path + suffix;
    if (this.isRecent(this.absent.get(path))) return undefined;
    const sibling = await this.openFile(path);
    if (sibling !== undefined && sibling !== 'folder') return sibling;
    if (this.absent.size >= mostAbsentSiblings) this.absent.clear();
    this.absent.set(path, performance.now());
    return undefined;
  }

  private async openFile(path: string): Promise<AssetFile | 'folder' | undefined> {
    try {
      const known = this.remembered.get(path);
      if (known !== undefined && (this.isRecent(known.checkedAt) || (await this.isUnchanged(path, known)))) return known.file;
      const real = await realpath(path);
      if (!this.contains(real) || (real !== path && !(await this.staysInside(path)))) return undefined;
      const handle = await open(real, readWithoutWaiting);
      try {
        const stats = await handle.stat({ bigint: true });
        if (stats.isFile()) return await this.fileOf(path, handle, stats);
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

  private async isUnchanged(path: string, known: RememberedFile): Promise<boolean> {
    if (versionOf(await stat(path, { bigint: true })) !== known.version) return false;
    known.checkedAt = performance.now();
    return true;
  }

  private isRecent(time: number | undefined): boolean {
    return time !== undefined && performance.now() - time < this.recheckMilliseconds;
  }

  /** A link may lead to another visible file of the folder, and nowhere else. */
  private contains(real: string): boolean {
    if (real === this.root) return true;
    return real.startsWith(this.root + sep) && relative(this.root, real).split(sep).every(isVisibleName);
  }

  /** True where no link on the way leads out, not even one that a later name leads back from. */
  private async staysInside(path: string): Promise<boolean> {
    const names = relative(this.root, path).split(sep);
    for (let count = 1; count < names.length; count++) {
      if (!this.contains(await realpath(join(this.root, ...names.slice(0, count))))) return false;
    }
    return true;
  }

  private async fileOf(path: string, handle: FileHandle, stats: BigIntStats): Promise<AssetFile> {
    const length = Number(stats.size);
    const version = versionOf(stats);
    const lastModified = new Date(Number(stats.mtimeMs));
    if (length > wholeLimit) return new AssetFile({ path, lastModified, etag: `"${version}"`, length, handle });
    const content = await handle.readFile();
    await handle.close();
    const file = new AssetFile({ path, lastModified, etag: tagOf(content), length: content.length, content });
    this.remember(path, version, file);
    return file;
  }

  private remember(path: string, version: string, file: AssetFile): void {
    this.rememberedBytes += file.length - (this.remembered.get(path)?.file.length ?? 0);
    if (this.rememberedBytes > mostRememberedBytes) {
      this.remembered.clear();
      this.rememberedBytes = file.length;
    }
    this.remembered.set(path, { version, file, checkedAt: performance.now() });
  }
}

interface RememberedFile {
  readonly version: string;
  readonly file: AssetFile;
  checkedAt: number;
}

interface AssetFacts {
  readonly path: string;
  readonly lastModified: Date;
  readonly etag: string;
  readonly length: number;
  /** Where the file is small. */
  readonly content?: Uint8Array;
  /** Where it is not. */
  readonly handle?: FileHandle;
}

/** A file to be sent; to be closed by whoever opened it. */
export class AssetFile {
  readonly path: string;
  readonly lastModified: Date;
  readonly etag: string;
  readonly length: number;
  readonly content: Uint8Array | undefined;
  private readonly handle: FileHandle | undefined;

  constructor({ path, lastModified, etag, length, content, handle }: AssetFacts) {
    this.path = path;
    this.lastModified = lastModified;
    this.etag = etag;
    this.length = length;
    this.content = content;
    this.handle = handle;
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

/** Changes with the content, also where a file was replaced by one of the same size and time. */
function versionOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-');
}

/** The same on every instance and after every deployment, unlike anything made of inode or time. */
function tagOf(content: Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** Assets are configured in a way that cannot work. */
export class AssetFolderError extends Error {
  override readonly name = 'AssetFolderError';
  readonly code = 'KEELSON_ASSET_FOLDER';
}

function realFolder(path: string): string {
  const absolute = resolve(path);
  let real: string;
  try {
    real = realpathSync(absolute);
  } catch (error) {
    throw new AssetFolderError(`The assets folder ${absolute} cannot be read; create it, or name another in the assets bundle`, {
      cause: error,
    });
  }
  if (!statSync(real).isDirectory())
    throw new AssetFolderError(`The assets folder ${absolute} is not a folder; name the folder that holds the files`);
  if (real === resolve(real, '..'))
    throw new AssetFolderError(`The assets folder ${absolute} is the whole file system; name a folder of its own`);
  return real;
}

/** Not there, not allowed, or not possible as a file's name. */
function isAbsence(error: unknown): boolean {
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

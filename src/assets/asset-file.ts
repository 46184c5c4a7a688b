import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { statSync, realpathSync } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

import { isVisibleName } from './asset-path.js';

/** Files up to this size are read whole: their tag is made of their content, and they are sent in one write. */
const wholeLimit = 1024 * 1024;
const mostRememberedTags = 10_000;

/** A folder whose visible files can be opened, and nothing outside it. */
export class AssetFolder {
  /** With all symbolic links followed, so that what a path really leads to can be held against it. */
  readonly root: string;
  private readonly tags = new Map<string, { readonly version: string; readonly tag: string }>();

  constructor(path: string) {
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
    const sibling = await this.openFile(file.path + suffix);
    return sibling === 'folder' ? undefined : sibling;
  }

  private async openFile(path: string): Promise<AssetFile | 'folder' | undefined> {
    try {
      const real = await realpath(path);
      if (!this.contains(real) || (real !== path && !(await this.staysInside(path)))) return undefined;
      const handle = await open(real, 'r');
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
    const version = `${stats.ino.toString(36)}-${stats.size.toString(36)}-${stats.mtimeNs.toString(36)}`;
    const lastModified = new Date(Number(stats.mtimeMs));
    if (length > wholeLimit) return new AssetFile({ path, handle, length, lastModified, etag: `"${version}"` });
    const content = await handle.readFile();
    return new AssetFile({ path, handle, length: content.length, lastModified, etag: this.tagOf(path, version, content), content });
  }

  private tagOf(path: string, version: string, content: Uint8Array): string {
    const known = this.tags.get(path);
    if (known?.version === version) return known.tag;
    // The same on every instance and after every deployment, unlike anything made of inode or time.
    const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
    if (this.tags.size >= mostRememberedTags) this.tags.clear();
    this.tags.set(path, { version, tag });
    return tag;
  }
}

interface AssetFacts {
  readonly path: string;
  readonly handle: FileHandle;
  readonly length: number;
  readonly lastModified: Date;
  readonly etag: string;
  /** Where the file is small. */
  readonly content?: Uint8Array;
}

/** An open file; to be closed by whoever opened it. */
export class AssetFile {
  readonly path: string;
  readonly length: number;
  readonly lastModified: Date;
  readonly etag: string;
  readonly content: Uint8Array | undefined;
  private readonly handle: FileHandle;

  constructor({ path, handle, length, lastModified, etag, content }: AssetFacts) {
    this.path = path;
    this.handle = handle;
    this.length = length;
    this.lastModified = lastModified;
    this.etag = etag;
    this.content = content;
  }

  /** The bytes from start to end, both included. */
  async *read(start: number, end: number): AsyncIterable<Uint8Array> {
    if (this.content !== undefined) {
      yield this.content.subarray(start, end + 1);
      return;
    }
    const stream = this.handle.createReadStream({ start, end, autoClose: false });
    let left = end - start + 1;
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      left -= piece.length;
      yield piece;
    }
    if (left > 0) throw new Error(`${this.path} became shorter while it was sent`);
  }

  close(): Promise<void> {
    return this.handle.close();
  }
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

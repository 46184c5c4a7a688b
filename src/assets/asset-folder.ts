import { realpathSync, statSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

import { OpenFile, isAbsence, versionOf } from '../files/open-file.js';
import { isVisibleName } from './asset-path.js';

/** Content that is kept in memory, all files together; beyond it everything is read anew. */
const mostRememberedBytes = 32 * 1024 * 1024;

const mostAbsentSiblings = 10_000;

/** A folder whose visible files can be opened, and nothing outside it. */
export class AssetFolder {
  /** With all symbolic links followed, so that it can be compared with what a path really leads to. */
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
  async open(names: readonly string[], indexFile: string | undefined): Promise<OpenFile | undefined> {
    const path = join(this.root, ...names);
    const file = await this.openFile(path);
    if (file !== 'folder') return file;
    if (indexFile === undefined) return undefined;
    const index = await this.openFile(join(path, indexFile));
    return index === 'folder' ? undefined : index;
  }

  /** The file beside it with the suffix, such as ".gz". */
  async openSibling(file: OpenFile, suffix: string): Promise<OpenFile | undefined> {
    const path = file.path + suffix;
    if (this.isRecent(this.absent.get(path))) return undefined;
    const sibling = await this.openFile(path);
    if (sibling !== undefined && sibling !== 'folder') return sibling;
    if (this.absent.size >= mostAbsentSiblings) this.absent.clear();
    this.absent.set(path, performance.now());
    return undefined;
  }

  private async openFile(path: string): Promise<OpenFile | 'folder' | undefined> {
    try {
      const known = this.remembered.get(path);
      if (known !== undefined && (this.isRecent(known.checkedAt) || (await this.isUnchanged(path, known)))) return known.file;
      const real = await realpath(path);
      if (!this.contains(real) || (real !== path && !(await this.staysInside(path)))) return undefined;
      const file = await OpenFile.open(real, path);
      if (file !== undefined && file !== 'folder') this.remember(path, file);
      return file;
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  }

  private async isUnchanged(path: string, known: RememberedFile): Promise<boolean> {
    if (versionOf(await stat(path, { bigint: true })) !== known.file.version) return false;
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

  /** Keeps a file that was small enough to be read whole. */
  private remember(path: string, file: OpenFile): void {
    if (file.content === undefined) return;
    this.rememberedBytes += file.length - (this.remembered.get(path)?.file.length ?? 0);
    if (this.rememberedBytes > mostRememberedBytes) {
      this.remembered.clear();
      this.rememberedBytes = file.length;
    }
    this.remembered.set(path, { file, checkedAt: performance.now() });
  }
}

interface RememberedFile {
  readonly file: OpenFile;
  checkedAt: number;
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

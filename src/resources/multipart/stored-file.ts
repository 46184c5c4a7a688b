import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { UploadedFile } from '../../http/uploaded-file.js';

/** What is known of a file before its content has arrived. */
export interface FileHead {
  readonly field: string;
  readonly name: string;
  readonly declaredType: string;
}

/** Where the content of a file is kept. */
export interface FileStorage {
  /** Bytes that stay in memory; what goes beyond is written to the folder. */
  readonly memory: number;
  readonly folder: string;
}

/** A file that is being uploaded, or was: in memory while it is small, else in a temporary file. */
export class StoredFile extends UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly declaredType: string;
  type = 'application/octet-stream';
  private pieces: Uint8Array[] = [];
  private path: string | undefined = undefined;
  private handle: FileHandle | undefined = undefined;
  private length = 0;
  private isGone = false;

  constructor(
    { field, name, declaredType }: FileHead,
    private readonly storage: FileStorage,
  ) {
    super();
    this.field = field;
    this.name = name;
    this.declaredType = declaredType;
  }

  get size(): number {
    return this.length;
  }

  /** Adds what has arrived. */
  async append(piece: Uint8Array): Promise<void> {
    this.length += piece.byteLength;
    if (this.path === undefined && this.length <= this.storage.memory) {
      this.pieces.push(piece);
      return;
    }
    if (this.handle === undefined) await this.moveToDisk();
    await this.handle!.write(piece);
  }

  /** Everything has arrived. */
  async finish(): Promise<void> {
    await this.handle?.close();
    this.handle = undefined;
  }

  stream(): Readable {
    this.refuseIfGone();
    return this.path === undefined ? Readable.from(this.pieces, { objectMode: false }) : createReadStream(this.path);
  }

  async bytes(): Promise<Buffer> {
    this.refuseIfGone();
    return this.path === undefined ? Buffer.concat(this.pieces) : readFile(this.path);
  }

  async moveTo(target: string): Promise<void> {
    this.refuseIfGone();
    const { path } = this;
    if (path === undefined) await writeFile(target, Buffer.concat(this.pieces));
    else {
      try {
        await rename(path, target);
      } catch (thrown) {
        // A rename does not lead to another file system.
        if ((thrown as NodeJS.ErrnoException).code !== 'EXDEV') throw thrown;
        await copyFile(path, target);
        await rm(path, { force: true });
      }
    }
    this.forget();
  }

  /** Deletes the temporary file, if there is one, and lets go of the content. */
  async discard(): Promise<void> {
    const { path } = this;
    this.forget();
    await this.finish();
    if (path !== undefined) await rm(path, { force: true });
  }

  private forget(): void {
    this.isGone = true;
    this.pieces = [];
    this.path = undefined;
  }

  private refuseIfGone(): void {
    if (this.isGone) throw new UploadGoneError(this.field);
  }

  // Only the service itself may read it, whatever the umask.
  private async moveToDisk(): Promise<void> {
    const path = join(this.storage.folder, `keelson-upload-${randomUUID()}`);
    this.handle = await open(path, 'wx', 0o600);
    this.path = path;
    for (const piece of this.pieces) await this.handle.write(piece);
    this.pieces = [];
  }
}

/** An uploaded file was used after it was moved or deleted. */
export class UploadGoneError extends Error {
  override readonly name = 'UploadGoneError';
  readonly code = 'KEELSON_UPLOAD_GONE';

  constructor(field: string) {
    super(
      `The file of form field ${field} is gone: it was moved, or its request has ended. Read it or call moveTo() before the method returns`,
    );
  }
}

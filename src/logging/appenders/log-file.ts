import { close, closeSync, fstatSync, openSync, statSync, write, writeSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { devNull } from 'node:os';
import { dirname } from 'node:path';

import { reportTrouble } from '../trouble-report.js';
import { makeFolder } from './make-folder.js';

interface OpenFile {
  readonly fd: number;
  readonly inode: number;
  /** Writes that a thread of the pool may still be busy with: a descriptor that is closed under them could soon mean another file. */
  underWay: number;
  closing: boolean;
}

/** A file that is appended to, and that other programs may move or remove meanwhile. */
export class LogFile {
  private opened: OpenFile | undefined;

  constructor(private currentPath: string) {}

  get path(): string {
    return this.currentPath;
  }

  /** Bytes in the file now. */
  get size(): number {
    return fstatSync(this.file.fd).size;
  }

  /** Opens the file for appending, and creates its folder if necessary. Appending means that not even a second writer could overwrite a line. */
  open(): void {
    const fd = openCreatingFolder(this.path);
    this.opened = { fd, inode: fstatSync(fd).ino, underWay: 0, closing: false };
  }

  /** Closes the file and opens another one. */
  moveTo(path: string): void {
    this.currentPath = path;
    this.ensureInPlace(undefined);
  }

  /** Opens the file anew if its path leads elsewhere: it was moved by a log rotator, or removed with its folder. True if that was necessary. */
  ensureInPlace(found: Stats | undefined = statSync(this.path, { throwIfNoEntry: false })): boolean {
    if (this.leadsHere(found)) return false;
    const before = this.opened;
    this.open();
    if (before !== undefined) this.closeFile(before);
    return true;
  }

  isInPlace(): boolean {
    return this.leadsHere(statSync(this.path, { throwIfNoEntry: false }));
  }

  /** Writes as much as the system takes at once and returns how much that was. */
  writeSync(bytes: Buffer): number {
    return writeSync(this.file.fd, bytes);
  }

  /** The same on a thread of the pool. */
  write(bytes: Buffer, done: (error: Error | null, written: number) => void): void {
    const { file } = this;
    file.underWay++;
    write(file.fd, bytes, 0, bytes.length, null, (error, written) => {
      file.underWay--;
      if (file.closing && file.underWay === 0) close(file.fd, (failed) => failed && reportTrouble(`cannot close ${this.path}`, failed));
      done(error, written);
    });
  }

  /**
   * For a process that ends: opens the file under another descriptor. The one before comes to lead nowhere, so that a write that still waits in the pool
   * has no effect; and it stays taken, because the next file opened under its number would get that write.
   */
  replaceDescriptor(): void {
    const { fd } = this.file;
    this.open();
    closeSync(fd);
    // The system gives out the lowest number that is free.
    while (openSync(devNull, 'w') < fd);
  }

  /** Closes the file, or leaves that to the last write under way. */
  close(): void {
    const file = this.opened;
    this.opened = undefined;
    if (file !== undefined) this.closeFile(file);
  }

  private closeFile(file: OpenFile): void {
    if (file.underWay > 0) file.closing = true;
    else closeSync(file.fd);
  }

  private get file(): OpenFile {
    if (this.opened === undefined) throw new Error(`${this.path} is not open`);
    return this.opened;
  }

  private leadsHere(found: Stats | undefined): boolean {
    return this.opened !== undefined && found !== undefined && found.ino === this.opened.inode;
  }
}

function openCreatingFolder(path: string): number {
  try {
    return openSync(path, 'a');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    makeFolder(dirname(path));
    return openSync(path, 'a');
  }
}

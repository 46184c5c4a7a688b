import { close, closeSync, fstatSync, openSync, statSync, write, writeSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';

import { reportTrouble } from '../trouble-report.js';
import { makeFolder } from './make-folder.js';

interface OpenFile {
  readonly fd: number;
  readonly inode: number;
  /** Writes that a thread of the pool may still be busy with; a descriptor closed under them could soon mean another file. */
  underWay: number;
  closing: boolean;
}

/** A file that is appended to, and that may be moved or removed under our hands. */
export class LogFile {
  private opened: OpenFile | undefined;

  constructor(readonly path: string) {}

  /** Bytes in the file now. */
  get size(): number {
    return fstatSync(this.file.fd).size;
  }

  /** Opens for appending and makes the folder where it is missing; appending, so that even a second writer could not overwrite a line. */
  open(): void {
    const fd = openMakingFolder(this.path);
    this.opened = { fd, inode: fstatSync(fd).ino, underWay: 0, closing: false };
  }

  /** Opens it anew where the path has come to lead elsewhere: moved by a log rotator, or gone with its folder. True where it had to. */
  ensureInPlace(found: Stats | undefined = statSync(this.path, { throwIfNoEntry: false })): boolean {
    if (this.leadsHere(found)) return false;
    this.close();
    this.open();
    return true;
  }

  isInPlace(): boolean {
    return this.leadsHere(statSync(this.path, { throwIfNoEntry: false }));
  }

  /** Writes as much as the system takes at once and tells how much that was. */
  writeSync(bytes: Buffer): number {
    return writeSync(this.file.fd, bytes);
  }

  /** The same on a thread of the pool. */
  write(bytes: Buffer, done: (error: Error | null, written: number) => void): void {
    const file = this.file;
    file.underWay++;
    write(file.fd, bytes, 0, bytes.length, null, (error, written) => {
      file.underWay--;
      if (file.closing && file.underWay === 0) close(file.fd, (failed) => failed && reportTrouble(`cannot close ${this.path}`, failed));
      done(error, written);
    });
  }

  /** Opens it under another descriptor and closes the one before, even under a write that waits for its turn: that one fails then. */
  replaceDescriptor(): void {
    const { fd } = this.file;
    this.open();
    closeSync(fd);
  }

  /** Closes it, or leaves that to the last write under way. */
  close(): void {
    const file = this.opened;
    this.opened = undefined;
    if (file === undefined) return;
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

function openMakingFolder(path: string): number {
  try {
    return openSync(path, 'a');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    makeFolder(dirname(path));
    return openSync(path, 'a');
  }
}

import { fstatSync, writeSync } from 'node:fs';

import { reportTrouble } from '../trouble-report.js';
import { flushAtExit, forgetAtExit } from './exit-flush.js';
import { FlushWaiters } from './flush-waiters.js';
import { HeldLines } from './held-lines.js';
import type { LineWriter } from './line-writer.js';
import { sleepSync } from './sleep.js';

// Linux gives a pipe 64 KiB; more at a time would only be cut.
const chunk = 65_536;
const firstRetry = 1;
const longestRetry = 50;

export interface PipeWriterOptions {
  /** What to call it in reports. */
  readonly name: string;
  /** Opens it when the first line comes. */
  readonly open: () => number;
  /** Bytes held back while the reader does not read; beyond them lines are dropped. */
  readonly limit: number;
  /** Milliseconds without any progress after which a flush gives up. */
  readonly patience: number;
  /** Makes the line that tells of dropped lines once the reader reads again. */
  readonly lossNotice: (count: number) => string;
}

// Log and request log often share a descriptor. Whoever was stopped in the middle of a line is the next to write to it.
const inMidLine = new Map<number, PipeWriter>();
const newline = 10;

/**
 * Writes lines to a descriptor whose reader may be slow: a pipe, a socket, a terminal.
 *
 *     write ──▶ text of this turn ──(end of turn, or 64 KiB)──▶ bytes ──▶ writeSync, never waiting
 *                                                                 ▲            │ EAGAIN: the pipe is full
 *                                                                 └── timer ◀──┘
 *
 * The descriptor does not block, so every write tells exactly how far it came: nothing is in flight elsewhere when the process ends.
 * While the pipe is full, up to `limit` bytes are kept; newer lines are dropped and counted, and a line says so as soon as there is room.
 */
export class PipeWriter implements LineWriter {
  dropped = 0;
  private untold = 0;
  private fd: number | undefined;
  private readonly held = new HeldLines();
  private readonly waiters = new FlushWaiters();
  private scheduled = false;
  private retry: NodeJS.Timeout | undefined;
  private delay = firstRetry;
  private broken = false;
  private progress = 0;

  constructor(private readonly options: PipeWriterOptions) {}

  write(text: string): void {
    if (this.broken || this.held.length + text.length > this.options.limit) {
      this.dropped++;
      this.untold++;
      return;
    }
    if (this.fd === undefined) this.open();
    if (this.untold > 0) this.tellLoss();
    this.held.add(text);
    if (this.retry !== undefined) return;
    if (this.held.textLength >= chunk) this.flushWithoutWaiting();
    else if (!this.scheduled) {
      this.scheduled = true;
      setImmediate(this.endOfTurn);
    }
  }

  flushWithoutWaiting(): void {
    while (!this.broken && this.writeSome());
    if (this.held.length === 0) this.waiters.release();
  }

  flush(): Promise<void> {
    this.flushWithoutWaiting();
    if (this.held.length === 0) return Promise.resolve();
    return this.waiters.wait(this.options.patience, () => this.progress);
  }

  flushSync(): void {
    let seen = this.progress;
    let deadline = Date.now() + this.options.patience;
    for (;;) {
      const other = this.fd === undefined ? undefined : inMidLine.get(this.fd);
      if (other !== undefined && other !== this) other.flushSync();
      this.flushWithoutWaiting();
      if (this.held.length === 0) return;
      if (this.progress !== seen) {
        seen = this.progress;
        deadline = Date.now() + this.options.patience;
      } else if (Date.now() > deadline) {
        return;
      }
      sleepSync(2);
    }
  }

  flushAtExit(): void {
    this.flushSync();
  }

  async close(): Promise<void> {
    await this.flush();
    this.giveUp();
    if (this.retry !== undefined) clearTimeout(this.retry);
    this.retry = undefined;
    forgetAtExit(this);
  }

  private open(): void {
    this.fd = this.options.open();
    flushAtExit(this);
  }

  private readonly endOfTurn = (): void => {
    this.scheduled = false;
    if (this.retry === undefined) this.flushWithoutWaiting();
  };

  /** False where there is nothing left, or the reader has to read first. */
  private writeSome(): boolean {
    const bytes = this.held.next();
    if (bytes === undefined) return false;
    const fd = this.fd!;
    if ((inMidLine.get(fd) ?? this) !== this) {
      this.tryAgainLater();
      return false;
    }
    let written: number;
    try {
      written = writeSync(fd, bytes, 0, Math.min(bytes.length, chunk));
    } catch (thrown) {
      this.refused(thrown as NodeJS.ErrnoException);
      return false;
    }
    if (bytes[written - 1] === newline) inMidLine.delete(fd);
    else inMidLine.set(fd, this);
    this.progress += written;
    this.delay = firstRetry;
    this.held.advance(written);
    return true;
  }

  private refused(error: NodeJS.ErrnoException): void {
    if (error.code === 'EAGAIN') {
      this.tryAgainLater();
      return;
    }
    // EPIPE and its kin: whoever read is gone and will not come back.
    this.broken = true;
    this.giveUp();
    reportTrouble(`${this.options.name} takes no more lines, they are dropped`, error);
  }

  private tryAgainLater(): void {
    if (this.retry !== undefined) return;
    this.retry = setTimeout(() => {
      this.retry = undefined;
      this.flushWithoutWaiting();
    }, this.delay).unref();
    this.delay = Math.min(this.delay * 2, longestRetry);
  }

  private giveUp(): void {
    this.dropped += this.held.drop();
    if (this.fd !== undefined && inMidLine.get(this.fd) === this) inMidLine.delete(this.fd);
  }

  private tellLoss(): void {
    this.held.add(this.options.lossNotice(this.untold));
    this.untold = 0;
  }
}

/** Standard output or error, made non-blocking where it is a pipe or a socket. */
export function openStandardStream(target: 'stdout' | 'stderr'): number {
  const fd = target === 'stdout' ? 1 : 2;
  const kind = fstatSync(fd);
  // libuv makes a pipe or socket non-blocking when Node first makes a stream of it; from then on a write to a full one fails with EAGAIN
  // and does not stop the process.
  if (kind.isFIFO() || kind.isSocket()) void process[target].fd;
  return fd;
}

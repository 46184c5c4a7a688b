import { stat } from 'node:fs';

import type { LoggingClock } from '../logging-clock.js';
import { reportTrouble } from '../trouble-report.js';
import { flushAtExit, forgetAtExit } from './exit-flush.js';
import type { FileRotation } from './file-rotation.js';
import { FlushWaiters } from './flush-waiters.js';
import { HeldLines } from './held-lines.js';
import type { LineWriter } from './line-writer.js';
import { LogFile } from './log-file.js';
import { sleepSync } from './sleep.js';

// A burst inside one turn of the event loop is written piece by piece from within; 256 KiB into the page cache take some tenths of a millisecond.
const burst = 262_144;
const retryAfter = 1000;

export interface FileWriterOptions {
  readonly path: string;
  /** Bytes held back while the disk does not take them; beyond them lines are dropped. */
  readonly limit: number;
  /** Milliseconds without any progress after which a flush gives up. */
  readonly patience: number;
  readonly rotation: FileRotation | undefined;
  readonly clock: LoggingClock;
  /** Makes the line that tells of dropped lines once the disk takes lines again. */
  readonly lossNotice: (count: number) => string;
}

/** Bytes on their way to the file by a thread of Node's pool. */
interface Delivery {
  readonly bytes: Buffer;
  /** The file's size before them; undefined while the path is still being looked at. */
  start: number | undefined;
}

/**
 * Writes lines to a regular file.
 *
 *     write ──▶ text of this turn ──(end of turn)──▶ delivery ──▶ pool thread ──▶ file
 *                     │                                 │
 *                     └──(256 KiB in one turn, rotation, exit)──▶ take the delivery over, writeSync
 *
 * A slow disk holds up a thread of the pool and not the event loop. Whoever needs the file up to date without the event loop takes a running
 * delivery over: since the file only grows by our appending, its size tells how much of the delivery has arrived.
 */
export class FileWriter implements LineWriter {
  dropped = 0;
  private untold = 0;
  private readonly file: LogFile;
  private readonly held = new HeldLines();
  private readonly waiters = new FlushWaiters();
  private readonly rotation: FileRotation | undefined;
  private delivery: Delivery | undefined;
  private scheduled = false;
  private retry: NodeJS.Timeout | undefined;
  private progress = 0;
  /** Bytes in the file and on their way to it; kept only where there is a largest size. */
  private fileBytes = 0;

  /** Opens the file, archiving first what belongs to an earlier period; throws where the place cannot be written to. */
  constructor(private readonly options: FileWriterOptions) {
    this.file = new LogFile(options.path);
    this.rotation = options.rotation;
    this.rotation?.takeUp(this.atBoundary);
    this.file.open();
    this.fileBytes = this.file.size;
    flushAtExit(this);
  }

  write(text: string, time: number): void {
    if (this.rotation !== undefined) this.makeWay(this.rotation, text, time);
    if (this.length + text.length > this.options.limit && !this.makeRoom()) {
      this.dropped++;
      this.untold++;
      return;
    }
    if (this.untold > 0) this.tellLoss();
    this.held.add(text);
    if (this.held.textLength >= burst) this.flushWithoutWaiting();
    else if (!this.scheduled) {
      this.scheduled = true;
      setImmediate(this.endOfTurn);
    }
  }

  flush(): Promise<void> {
    this.deliver();
    if (this.length === 0) return Promise.resolve();
    return this.waiters.wait(this.options.patience, () => this.progress);
  }

  flushSync(): void {
    if (this.settleDelivery()) this.writeHeld();
    else this.refused(new Error(`a write has not come back within ${this.options.patience} ms`));
  }

  flushAtExit(): void {
    if (!this.settleDelivery()) this.takeDeliveryBack();
    this.writeHeld();
  }

  flushWithoutWaiting(): void {
    if (this.retry === undefined && this.deliveryHasArrived()) this.flushSync();
  }

  async close(): Promise<void> {
    await this.flush();
    if (this.length > 0) this.flushSync();
    this.dropped += this.held.drop();
    if (this.retry !== undefined) clearTimeout(this.retry);
    this.retry = undefined;
    await this.rotation?.close();
    this.file.close();
    forgetAtExit(this);
  }

  private get length(): number {
    return this.held.length + (this.delivery?.bytes.length ?? 0);
  }

  // ------------------------------------------------------------------------------------------------- by the pool

  private readonly endOfTurn = (): void => {
    this.scheduled = false;
    this.deliver();
  };

  private deliver(): void {
    if (this.delivery !== undefined || this.retry !== undefined) return;
    const bytes = this.held.take();
    if (bytes === undefined) {
      this.waiters.release();
      return;
    }
    const delivery: Delivery = { bytes, start: undefined };
    this.delivery = delivery;
    stat(this.options.path, (missing, found) => {
      if (this.delivery === delivery) this.send(delivery, missing === null ? found : undefined);
    });
  }

  private send(delivery: Delivery, found: Parameters<LogFile['ensureInPlace']>[0]): void {
    try {
      this.putInPlace(found);
      delivery.start = this.file.size;
    } catch (thrown) {
      this.undelivered(delivery, thrown);
      return;
    }
    this.file.write(delivery.bytes, (error, written) => {
      if (this.delivery !== delivery) return; // Taken over meanwhile.
      if (error !== null) {
        this.undelivered(delivery, error);
        return;
      }
      this.delivery = undefined;
      this.progress += written;
      this.held.giveBack(delivery.bytes.subarray(written));
      if (this.rotation !== undefined && this.options.clock.now() >= this.rotation.boundary) this.atBoundary();
      this.deliver();
    });
  }

  private undelivered(delivery: Delivery, error: unknown): void {
    this.delivery = undefined;
    this.held.giveBack(delivery.bytes);
    this.refused(error);
  }

  // ------------------------------------------------------------------------------------- without the event loop

  private deliveryHasArrived(): boolean {
    const delivery = this.delivery;
    return delivery?.start === undefined || this.file.size >= delivery.start + delivery.bytes.length;
  }

  /** Waits for what is on its way, within our patience; true where nothing is any more. */
  private settleDelivery(): boolean {
    const delivery = this.delivery;
    if (delivery === undefined) return true;
    if (delivery.start === undefined) {
      // Not begun: the path is still being looked at.
      this.delivery = undefined;
      this.held.giveBack(delivery.bytes);
      return true;
    }
    if (!this.awaitArrival(delivery, delivery.start)) return false;
    this.delivery = undefined;
    this.progress += delivery.bytes.length;
    return true;
  }

  private awaitArrival({ bytes }: Delivery, start: number): boolean {
    let seen = 0;
    let deadline = Date.now() + this.options.patience;
    for (;;) {
      const arrived = this.file.size - start;
      if (arrived >= bytes.length) return true;
      if (arrived > seen) deadline = Date.now() + this.options.patience;
      else if (Date.now() > deadline) return false;
      seen = arrived;
      sleepSync(1);
    }
  }

  /** For a process that ends while the pool is busy with other work: the write that waits there shall fail, and happen here. */
  private takeDeliveryBack(): void {
    const { bytes, start } = this.delivery!;
    this.delivery = undefined;
    const arrived = Math.min(bytes.length, Math.max(0, this.file.size - start!));
    this.held.giveBack(bytes.subarray(arrived));
    try {
      this.file.replaceDescriptor();
    } catch (thrown) {
      this.refused(thrown);
    }
  }

  private writeHeld(): void {
    try {
      if (this.held.next() !== undefined) this.putInPlace(undefined);
      for (let bytes = this.held.next(); bytes !== undefined; bytes = this.held.next()) {
        const written = this.file.writeSync(bytes);
        this.progress += written;
        this.held.advance(written);
      }
    } catch (thrown) {
      this.refused(thrown);
      return;
    }
    this.waiters.release();
  }

  // ------------------------------------------------------------------------------------------------------ trouble

  private makeRoom(): boolean {
    if (this.retry !== undefined) return false;
    this.flushSync();
    return this.length === 0;
  }

  private refused(error: unknown): void {
    reportTrouble(`cannot write to ${this.options.path}, lines are kept in memory meanwhile`, error);
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      this.deliver();
    }, retryAfter).unref();
  }

  private tellLoss(): void {
    this.held.add(this.options.lossNotice(this.untold));
    this.untold = 0;
  }

  private putInPlace(found: Parameters<LogFile['ensureInPlace']>[0]): void {
    if (this.file.ensureInPlace(found)) this.fileBytes = this.file.size + this.length;
  }

  // ----------------------------------------------------------------------------------------------------- rotation

  private makeWay(rotation: FileRotation, text: string, time: number): void {
    if (time >= rotation.boundary) this.rotate(rotation, time);
    if (rotation.maxBytes === Number.POSITIVE_INFINITY) return;
    const bytes = Buffer.byteLength(text);
    if (this.fileBytes > 0 && this.fileBytes + bytes > rotation.maxBytes) this.rotate(rotation, time);
    this.fileBytes += bytes;
  }

  private readonly atBoundary = (): void => {
    const rotation = this.rotation!;
    const now = this.options.clock.now();
    if (now >= rotation.boundary) this.rotate(rotation, now);
    else rotation.begin(now, this.atBoundary);
  };

  private rotate(rotation: FileRotation, time: number): void {
    // While the disk stands still the file stays; whatever brings the news that it moves again comes back here.
    if (this.delivery !== undefined && this.retry !== undefined) return;
    this.flushSync();
    if (this.delivery !== undefined) return;
    try {
      if (this.file.isInPlace() && this.file.size > 0) {
        rotation.takeAway();
        this.file.close();
      }
      this.file.ensureInPlace();
      this.fileBytes = this.file.size + this.length;
    } catch (thrown) {
      reportTrouble(`cannot archive ${this.options.path}, it is continued`, thrown);
    }
    rotation.begin(time, this.atBoundary);
  }
}

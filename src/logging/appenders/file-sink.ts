import { stat } from 'node:fs';
import type { Stats } from 'node:fs';

import type { LogFile } from './log-file.js';
import { Pace } from './pace.js';
import type { Outcome, Sink } from './sink.js';

const pauseAfterError = 1000;

/** Bytes on their way to the file. */
type UnderWay =
  /** It is looked up whether the path still leads to the open file. */
  | { readonly kind: 'looking'; readonly bytes: Buffer; readonly done: (outcome: Outcome) => void }
  /** A thread of the pool writes; the file had that size before. */
  | { readonly kind: 'writing'; readonly bytes: Buffer; readonly start: number };

/**
 * Writes to a regular file by a thread of Node's pool, so that a slow disk holds up that thread and not the event loop.
 *
 * The event loop is not needed to see how far a write came: only we append to the file, so its size tells. That is how a burst goes on within one turn,
 * and how a process that ends takes over what is under way.
 */
export class FileSink implements Sink {
  readonly burst = 262_144;
  readonly pace = new Pace();
  private underWay: UnderWay | undefined;

  constructor(
    private readonly file: LogFile,
    /** Called when another program moved the file away and it was opened anew. */
    private readonly onReopened: () => void,
  ) {}

  get name(): string {
    return this.file.path;
  }

  write(bytes: Buffer, done: (outcome: Outcome) => void): void {
    const looking: UnderWay = { kind: 'looking', bytes, done };
    this.underWay = looking;
    stat(this.file.path, (missing, found) => {
      if (this.underWay === looking) this.append(bytes, done, missing === null ? found : undefined);
    });
  }

  hurry(): void {
    if (this.underWay?.kind === 'looking') this.append(this.underWay.bytes, this.underWay.done);
  }

  recall(): boolean {
    if (this.underWay?.kind !== 'looking') return false;
    this.underWay = undefined;
    return true;
  }

  arrived(): number | undefined {
    const { underWay } = this;
    if (underWay === undefined) return undefined;
    if (underWay.kind === 'looking') return 0;
    return Math.min(underWay.bytes.length, Math.max(0, this.file.size - underWay.start));
  }

  writeNow(bytes: Buffer): Outcome {
    try {
      this.putInPlace();
      return { kind: 'taken', bytes: this.file.writeSync(bytes) };
    } catch (thrown) {
      return refused(thrown);
    }
  }

  abandon(): number {
    const { underWay } = this;
    const arrived = this.arrived() ?? 0;
    this.underWay = undefined;
    if (underWay?.kind === 'writing' && arrived < underWay.bytes.length) this.file.replaceDescriptor();
    return arrived;
  }

  close(): number {
    const { underWay } = this;
    this.underWay = undefined;
    this.file.close();
    // A write in the pool cannot be stopped; the file is closed after it.
    return underWay?.kind === 'writing' ? underWay.bytes.length : 0;
  }

  private append(bytes: Buffer, done: (outcome: Outcome) => void, found?: Stats): void {
    let writing: UnderWay;
    try {
      this.putInPlace(found);
      writing = { kind: 'writing', bytes, start: this.file.size };
    } catch (thrown) {
      this.underWay = undefined;
      done(refused(thrown));
      return;
    }
    this.underWay = writing;
    this.file.write(bytes, (error, written) => {
      if (this.underWay !== writing) return;
      this.underWay = undefined;
      done(error === null ? { kind: 'taken', bytes: written } : refused(error));
    });
  }

  private putInPlace(found?: Stats): void {
    if (this.file.ensureInPlace(found)) this.onReopened();
  }
}

function refused(thrown: unknown): Outcome {
  return { kind: 'later', milliseconds: pauseAfterError, error: thrown as Error };
}

import { closeSync, fstatSync, writeSync } from 'node:fs';

import { Pace } from './pace.js';
import type { Outcome, Sink } from './sink.js';

// Linux gives a pipe 64 KiB; more at a time would only be cut.
const chunk = 65_536;
const firstPause = 1;
const longestPause = 50;
const pauseAfterError = 1000;
const newline = 10;

export interface DescriptorSinkOptions {
  readonly name: string;
  /** Opens it when the first line comes. */
  readonly open: () => number;
  /** What it means that the reader is gone: an anonymous pipe gets no other one, a named pipe may. */
  readonly readerGone: 'final' | 'temporary';
  /** Standard streams stay open. */
  readonly whenClosed: 'keep open' | 'close';
}

/** A descriptor of this process. The log and the request log often share one. */
interface Descriptor {
  readonly fd: number;
  readonly pace: Pace;
  /** The sink that was stopped in the middle of a line; it is the next to write. */
  inLineOf: DescriptorSink | undefined;
}

const descriptors = new Map<number, Descriptor>();

/**
 * Writes to a descriptor whose reader may be slow: a pipe, a socket, a terminal. The descriptor does not block, so each write tells at once how far it
 * came, and nothing is under way elsewhere when the process ends.
 */
export class DescriptorSink implements Sink {
  readonly burst = chunk;
  private opened: Descriptor | undefined;
  private nextPause = firstPause;

  constructor(private readonly options: DescriptorSinkOptions) {}

  get name(): string {
    return this.options.name;
  }

  get pace(): Pace {
    return this.descriptor.pace;
  }

  write(bytes: Buffer, done: (outcome: Outcome) => void): void {
    done(this.writeNow(bytes));
  }

  writeNow(bytes: Buffer): Outcome {
    const { descriptor } = this;
    const other = descriptor.inLineOf;
    if (other !== undefined && other !== this) return this.tryAgain();
    let written: number;
    try {
      written = writeSync(descriptor.fd, bytes, 0, Math.min(bytes.length, chunk));
    } catch (thrown) {
      return this.refused(thrown as NodeJS.ErrnoException);
    }
    if (written === 0) return this.tryAgain();
    descriptor.inLineOf = bytes[written - 1] === newline ? undefined : this;
    this.nextPause = firstPause;
    return { kind: 'taken', bytes: written };
  }

  // Nothing is ever under way.
  arrived(): undefined {
    return undefined;
  }

  recall(): boolean {
    return false;
  }

  abandon(): number {
    return 0;
  }

  close(): number {
    const { opened } = this;
    if (opened?.inLineOf === this) opened.inLineOf = undefined;
    if (opened !== undefined && this.options.whenClosed === 'close') {
      descriptors.delete(opened.fd);
      closeSync(opened.fd);
    }
    return 0;
  }

  private get descriptor(): Descriptor {
    if (this.opened === undefined) {
      const fd = this.options.open();
      this.opened = descriptors.get(fd) ?? { fd, pace: new Pace(), inLineOf: undefined };
      descriptors.set(fd, this.opened);
    }
    return this.opened;
  }

  private refused(error: NodeJS.ErrnoException): Outcome {
    if (error.code === 'EAGAIN') return this.tryAgain();
    const readerGone = error.code === 'EPIPE' || error.code === 'ECONNRESET';
    if (error.code !== 'EBADF' && !(readerGone && this.options.readerGone === 'final')) {
      // A full disk, an I/O error, a named pipe between two readers: it may pass.
      return { kind: 'later', milliseconds: pauseAfterError, error };
    }
    if (this.descriptor.inLineOf === this) this.descriptor.inLineOf = undefined;
    return { kind: 'gone', error };
  }

  private tryAgain(): Outcome {
    const milliseconds = this.nextPause;
    this.nextPause = Math.min(milliseconds * 2, longestPause);
    return { kind: 'later', milliseconds };
  }
}

/** Standard output or error, made non-blocking if it is a pipe or a socket. */
export function openStandardStream(target: 'stdout' | 'stderr'): number {
  const fd = target === 'stdout' ? 1 : 2;
  const kind = fstatSync(fd);
  // libuv makes a pipe or socket non-blocking when Node first creates a stream for it; from then on a write to a full one fails with EAGAIN
  // instead of blocking the process.
  if (kind.isFIFO() || kind.isSocket()) void process[target].fd;
  return fd;
}

import { closeSync, constants, openSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Layout } from '../layouts/layout.js';
import type { TimeZone } from '../layouts/time-zone.js';
import { systemClock } from '../logging-clock.js';
import type { LoggingClock } from '../logging-clock.js';
import { ArchivePattern } from './archive-name.js';
import { FileRotation } from './file-rotation.js';
import { FileWriter } from './file-writer.js';
import { LayoutAppender } from './layout-appender.js';
import type { LineWriter } from './line-writer.js';
import { PipeWriter } from './pipe-writer.js';

/** What a {@link FileAppender} is made from. */
export interface FileAppenderOptions {
  readonly path: string;
  readonly layout: Layout;
  /** How archives are made; left out where the file just grows. */
  readonly archive?: ArchiveOptions;
  /** Bytes kept while the disk takes none; beyond them lines are dropped. 8 MiB where not given. */
  readonly bufferBytes?: number;
  readonly clock?: LoggingClock;
}

/** How a file becomes archives. */
export interface ArchiveOptions {
  /** As in "logs/app-%d.log.gz". */
  readonly pattern: string | ArchivePattern;
  readonly zone: TimeZone;
  /** How many archives are kept; 0 keeps all. */
  readonly keep: number;
  /** Bytes that a file may have; the pattern then needs `%i`. */
  readonly maxBytes?: number;
}

/** Milliseconds without progress after which a flush of the file gives up. */
const patience = 2000;

/** Writes to a file and, where archives are asked for, rotates it. */
export class FileAppender extends LayoutAppender {
  /** Opens the file; throws a {@link LogFileError} where it cannot be written to. */
  constructor(options: FileAppenderOptions) {
    super(options.layout, { path: resolve(options.path) }, (lossNotice) => openWriter(options, lossNotice));
  }
}

/** A log file cannot be used as configured. */
export class LogFileError extends Error {
  override readonly name = 'LogFileError';
  readonly code = 'KEELSON_LOG_FILE';

  constructor(
    readonly path: string,
    override readonly cause: Error,
  ) {
    super(
      `The log file ${path} cannot be written to: ${cause.message}; give the service the right to write there, or change currentLogFilename`,
    );
  }
}

function openWriter(options: FileAppenderOptions, lossNotice: (count: number) => string): LineWriter {
  const { archive, bufferBytes: limit = 8_388_608, clock = systemClock } = options;
  const path = resolve(options.path);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    // A named pipe or a device such as /dev/stdout: its reader may be slow, and there is nothing to rotate.
    if (found !== undefined && !found.isFile() && !found.isDirectory()) {
      const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK;
      const fd = openSync(path, flags);
      return new SpecialFileWriter({ name: path, open: () => fd, limit, patience, lossNotice }, fd);
    }
    // Through a symbolic link it is the file that grows, so it is the file that is archived.
    const current = found === undefined ? path : realpathSync(path);
    const rotation =
      archive &&
      new FileRotation({
        current,
        pattern: ArchivePattern.parse(resolve(String(archive.pattern))),
        zone: archive.zone,
        keep: archive.keep,
        maxBytes: archive.maxBytes,
        clock,
      });
    return new FileWriter({ path: current, limit, patience, rotation, clock, lossNotice });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).syscall === undefined) throw thrown;
    throw new LogFileError(path, thrown as Error);
  }
}

class SpecialFileWriter extends PipeWriter {
  constructor(
    options: ConstructorParameters<typeof PipeWriter>[0],
    private readonly opened: number,
  ) {
    super(options);
  }

  override async close(): Promise<void> {
    await super.close();
    closeSync(this.opened);
  }
}

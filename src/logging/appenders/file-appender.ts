import { constants, openSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Layout } from '../layouts/layout.js';
import type { TimeZone } from '../layouts/time-zone.js';
import { systemClock } from '../logging-clock.js';
import type { LoggingClock } from '../logging-clock.js';
import { ArchivePattern } from './archive-name.js';
import { BufferedWriter } from './buffered-writer.js';
import type { BufferedWriterOptions } from './buffered-writer.js';
import { DescriptorSink } from './descriptor-sink.js';
import { FileRotation } from './file-rotation.js';
import { FileWriter } from './file-writer.js';
import { LayoutAppender } from './layout-appender.js';
import type { LineWriter } from './line-writer.js';
import { LogFile } from './log-file.js';

/** What a {@link FileAppender} is made from. */
export interface FileAppenderOptions {
  /** The file; left out if the pattern of its archives names it. */
  readonly path?: string;
  readonly layout: Layout;
  /** How archives are made; left out if the file just grows. */
  readonly archive?: ArchiveOptions;
  /** Bytes kept while the disk takes none; beyond them lines are dropped. 8 MiB unless given. */
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

const defaultLimit = 8_388_608;

/** Writes to a file and, with {@link ArchiveOptions}, rotates it. */
export class FileAppender extends LayoutAppender {
  /** Opens the file; throws a {@link LogFileError} if it cannot be written to. */
  constructor(options: FileAppenderOptions) {
    const { path, bufferBytes: limit = defaultLimit } = options;
    super(options.layout, path === undefined ? undefined : { path: resolve(path) }, (lossNotice) =>
      openWriter(options, { limit, lossNotice }),
    );
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

function openWriter(options: FileAppenderOptions, buffer: BufferedWriterOptions): LineWriter {
  const path = options.path === undefined ? undefined : resolve(options.path);
  try {
    const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
    if (path !== undefined && found !== undefined && !found.isFile() && !found.isDirectory()) return openSpecialFile(path, buffer);
    // Through a symbolic link it is the file that grows, so it is the file that is archived.
    return openRegularFile(options, found === undefined ? path : realpathSync(path!), buffer);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).syscall === undefined) throw thrown;
    throw new LogFileError(path ?? String(options.archive?.pattern), thrown as Error);
  }
}

// A named pipe or a device such as /dev/stdout: its reader may be slow, and there is nothing to rotate.
function openSpecialFile(path: string, buffer: BufferedWriterOptions): LineWriter {
  const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK);
  return new BufferedWriter(new DescriptorSink({ name: path, open: () => fd, readerGone: 'temporary', whenClosed: 'close' }), buffer);
}

function openRegularFile(options: FileAppenderOptions, current: string | undefined, buffer: BufferedWriterOptions): LineWriter {
  const { archive, clock = systemClock } = options;
  if (archive === undefined) {
    if (current === undefined) throw new RangeError('A file appender needs a path, or archives whose pattern names the file');
    const file = new LogFile(current);
    file.open();
    return new FileWriter(file, undefined, buffer);
  }
  const { zone, keep, maxBytes } = archive;
  const pattern = ArchivePattern.parse(String(archive.pattern)).resolved();
  const rotation = new FileRotation({ current, pattern, zone, keep, maxBytes, clock });
  return new FileWriter(rotation.file, rotation, buffer);
}

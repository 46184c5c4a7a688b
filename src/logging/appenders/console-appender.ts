import type { Layout } from '../layouts/layout.js';
import { LayoutAppender } from './layout-appender.js';
import { openStandardStream, PipeWriter } from './pipe-writer.js';

/** What a {@link ConsoleAppender} is made from. */
export interface ConsoleAppenderOptions {
  readonly target: 'stdout' | 'stderr';
  readonly layout: Layout;
  /** Bytes kept while nobody reads the console; beyond them lines are dropped. 1 MiB where not given. */
  readonly bufferBytes?: number;
}

/** Milliseconds without progress after which a flush of the console gives up. */
const patience = 2000;

/** Writes to standard output or standard error. */
export class ConsoleAppender extends LayoutAppender {
  constructor({ target, layout, bufferBytes = 1_048_576 }: ConsoleAppenderOptions) {
    super(layout, { descriptor: target === 'stdout' ? 1 : 2 }, (lossNotice) => {
      return new PipeWriter({ name: target, open: () => openStandardStream(target), limit: bufferBytes, patience, lossNotice });
    });
  }
}

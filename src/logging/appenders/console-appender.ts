import type { Layout } from '../layouts/layout.js';
import { BufferedWriter } from './buffered-writer.js';
import { DescriptorSink, openStandardStream } from './descriptor-sink.js';
import { LayoutAppender } from './layout-appender.js';

/** What a {@link ConsoleAppender} is made from. */
export interface ConsoleAppenderOptions {
  readonly target: 'stdout' | 'stderr';
  readonly layout: Layout;
  /** Bytes kept while nobody reads the console; beyond them lines are dropped. 1 MiB unless given. */
  readonly bufferBytes?: number;
}

/** Writes to standard output or standard error. */
export class ConsoleAppender extends LayoutAppender {
  constructor({ target, layout, bufferBytes: limit = 1_048_576 }: ConsoleAppenderOptions) {
    super(layout, { descriptor: target === 'stdout' ? 1 : 2 }, (lossNotice) => {
      const sink = new DescriptorSink({
        name: target,
        open: () => openStandardStream(target),
        readerGone: 'final',
        whenClosed: 'keep open',
      });
      return new BufferedWriter(sink, { limit, lossNotice });
    });
  }
}

import { BufferedWriter } from './buffered-writer.js';
import type { BufferedWriterOptions } from './buffered-writer.js';
import type { FileRotation } from './file-rotation.js';
import { FileSink } from './file-sink.js';
import type { LineWriter } from './line-writer.js';
import type { LogFile } from './log-file.js';

/**
 * Writes lines to a regular file, and to the next one when it is time.
 *
 *     write ──▶ FileRotation: same file, or a step first? ──▶ BufferedWriter: lines and steps in order ──▶ FileSink ──▶ LogFile
 *                                                                       │
 *                                                                       └── a step replaces the file
 */
export class FileWriter implements LineWriter {
  private readonly writer: BufferedWriter;

  constructor(
    file: LogFile,
    private readonly rotation: FileRotation | undefined,
    options: BufferedWriterOptions,
  ) {
    this.writer = new BufferedWriter(new FileSink(file, () => rotation?.reopened(this.writer.length)), options);
    rotation?.follow((step) => {
      this.writer.afterLines(step);
      this.writer.begin();
    });
  }

  write(text: string, time: number): void {
    if (this.rotation !== undefined && this.writer.hasRoomFor(text)) {
      const step = this.rotation.stepBefore(text, time);
      if (step !== undefined) this.writer.afterLines(step);
    }
    this.writer.write(text);
  }

  get dropped(): number {
    return this.writer.dropped;
  }

  flush(): Promise<void> {
    return this.writer.flush();
  }

  flushSync(): void {
    this.writer.flushSync();
  }

  async close(): Promise<void> {
    await this.writer.close();
    await this.rotation?.close();
  }
}

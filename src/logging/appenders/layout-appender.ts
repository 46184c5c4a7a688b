import type { Layout } from '../layouts/layout.js';
import { Level } from '../level.js';
import type { LogEvent } from '../log-event.js';
import type { Appender, DirectPlace } from './appender.js';
import type { LineWriter } from './line-writer.js';

/** Lays events out and hands them to a writer: what console and file have in common. */
export class LayoutAppender implements Appender {
  readonly direct: DirectPlace;
  private readonly writer: LineWriter;
  private laidOut = false;

  constructor(
    private readonly layout: Layout,
    target: DirectPlace['target'],
    makeWriter: (lossNotice: (count: number) => string) => LineWriter,
  ) {
    this.direct = { target, layout: layout.recipe };
    this.writer = makeWriter((count) => this.lossNotice(count));
  }

  append(event: LogEvent): void {
    this.laidOut = true;
    this.writer.write(this.layout.format(event), event.time);
  }

  appendLine(line: string, time: number): void {
    this.writer.write(`${line}\n`, time);
  }

  flush(): Promise<void> {
    return this.writer.flush();
  }

  flushSync(): void {
    this.writer.flushSync();
  }

  close(): Promise<void> {
    return this.writer.close();
  }

  get dropped(): number {
    return this.writer.dropped;
  }

  // Where only finished lines are written (a request log), readers expect nothing else; there the counter alone tells.
  private lossNotice(count: number): string {
    if (!this.laidOut) return '';
    const message = `${count} lines were dropped here, because the buffer was full`;
    return this.layout.format({
      level: Level.WARN,
      loggerName: 'keelson.logging',
      time: Date.now(),
      message,
      error: undefined,
      context: undefined,
    });
  }
}

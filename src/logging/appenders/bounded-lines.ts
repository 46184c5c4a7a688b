/** Something to be done when the lines before it have been written. */
export type Step = () => void;

export interface BoundedLinesOptions {
  /** About how many bytes are held at most. */
  readonly limit: number;
  /** Makes the line that reports how many lines were dropped; empty if readers do not expect one. */
  readonly lossNotice: (count: number) => string;
}

/**
 * Lines that wait to be written, within a limit. Beyond it newer lines are dropped and counted, and a line in their place says how many.
 *
 * Text is collected as it comes and turned into bytes when it is next. Steps keep their place between the lines.
 */
export class BoundedLines {
  /** Lines lost so far. */
  dropped = 0;
  private unreported = 0;
  private text = '';
  private readonly queue: (Buffer | Step)[] = [];
  private queuedBytes = 0;

  constructor(private readonly options: BoundedLinesOptions) {}

  /** About how many bytes wait. */
  get length(): number {
    return this.queuedBytes + this.text.length;
  }

  /** Characters that came since text was last turned into bytes. */
  get newText(): number {
    return this.text.length;
  }

  /** A line that is longer than the limit is taken if it is alone. */
  hasRoomFor(text: string): boolean {
    const { length } = this;
    return length === 0 || length + text.length <= this.options.limit;
  }

  add(text: string): void {
    if (this.unreported > 0) this.reportLoss();
    this.text += text;
  }

  addStep(step: Step): void {
    this.turnIntoBytes();
    this.queue.push(step);
  }

  drop(text: string): void {
    const lines = countLines(text);
    this.dropped += lines;
    this.unreported += lines;
  }

  /** The bytes or the step whose turn it is; undefined if nothing waits. Losses are reported before that. */
  next(): Buffer | Step | undefined {
    if (this.queue.length === 0) {
      if (this.text === '' && this.unreported > 0) this.reportLoss();
      this.turnIntoBytes();
    }
    return this.queue[0];
  }

  /** Removes that many of the next bytes: they are written. */
  advance(written: number): void {
    const bytes = this.queue[0] as Buffer;
    this.queuedBytes -= written;
    if (written === bytes.length) this.queue.shift();
    else this.queue[0] = bytes.subarray(written);
  }

  /** Removes the next step. */
  takeStep(): Step {
    return this.queue.shift() as Step;
  }

  /** All bytes that wait, without the steps between them. */
  all(): Buffer {
    this.turnIntoBytes();
    return Buffer.concat(this.queue.filter((entry) => typeof entry !== 'function'));
  }

  /** Gives up on everything that waits, and counts it. */
  dropAll(): void {
    this.dropped += countLines(this.all().toString('latin1'));
    this.queue.length = 0;
    this.queuedBytes = 0;
    this.unreported = 0;
  }

  private turnIntoBytes(): void {
    if (this.text === '') return;
    const bytes = Buffer.from(this.text, 'utf8');
    this.text = '';
    this.queue.push(bytes);
    this.queuedBytes += bytes.length;
  }

  private reportLoss(): void {
    this.text += this.options.lossNotice(this.unreported);
    this.unreported = 0;
  }
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

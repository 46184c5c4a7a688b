/** How long output is held back at first, so that a task that fails early is answered with a status that says so. */
const firstFlushMilliseconds = 100;

/**
 * Where a task prints its progress. Lines reach the client as they are printed, from a tenth of a second after the start, or from the first
 * {@link flush}; what fails before that is answered with 500.
 */
export class TaskOutput {
  private text = '';
  private ended = false;
  private pulled: (() => void) | undefined;
  private readonly waiting: (() => void)[] = [];
  private readonly gate: { readonly opened: Promise<void>; open(): void };
  private readonly timer: NodeJS.Timeout;
  private hasFlushed = false;

  /** @param signal aborted when the client goes away; the task goes on unless it looks */
  constructor(readonly signal: AbortSignal) {
    this.gate = makeGate();
    this.timer = setTimeout(() => this.open(), firstFlushMilliseconds);
    signal.addEventListener('abort', () => this.take(), { once: true });
  }

  println(line = ''): void {
    this.print(`${line}\n`);
  }

  print(text: string): void {
    // Nobody will ever take it, and a task may go on for long.
    if (this.signal.aborted) return;
    this.text += text;
    this.wake();
  }

  /** Sends what is printed so far; resolves when it is handed to the connection, or the client is gone. */
  flush(): Promise<void> {
    this.open();
    if (this.text === '' || this.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  /** Resolves when the first lines are to be sent. @internal */
  get opened(): Promise<void> {
    return this.gate.opened;
  }

  /** Whether the client may have seen some of it. @internal */
  get flushed(): boolean {
    return this.hasFlushed;
  }

  /** No more will come. @internal */
  end(): void {
    clearTimeout(this.timer);
    this.ended = true;
    this.wake();
  }

  /** What is printed and not yet taken. @internal */
  take(): string {
    const taken = this.text;
    this.text = '';
    for (const resolve of this.waiting.splice(0)) resolve();
    return taken;
  }

  /** The output as it comes, up to {@link end}. @internal */
  async *pieces(): AsyncIterable<string> {
    for (;;) {
      if (this.text !== '') yield this.take();
      else if (this.ended) return;
      else await this.printed();
    }
  }

  private printed(): Promise<void> {
    return new Promise((resolve) => {
      this.pulled = resolve;
    });
  }

  private open(): void {
    clearTimeout(this.timer);
    this.hasFlushed = true;
    this.gate.open();
  }

  private wake(): void {
    const { pulled } = this;
    this.pulled = undefined;
    pulled?.();
  }
}

function makeGate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

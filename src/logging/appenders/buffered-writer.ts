import { reportTrouble } from '../trouble-report.js';
import { BoundedLines } from './bounded-lines.js';
import type { Step } from './bounded-lines.js';
import { flushAtExit, forgetAtExit } from './exit-flush.js';
import { FlushWaiters } from './flush-waiters.js';
import type { LineWriter } from './line-writer.js';
import type { Outcome, Sink } from './sink.js';
import { sleepSync } from './sleep.js';

export interface BufferedWriterOptions {
  /** Bytes held back while the sink takes none; beyond them lines are dropped. */
  readonly limit: number;
  /** Makes the line that reports dropped lines. */
  readonly lossNotice: (count: number) => string;
  /** Milliseconds without progress after which a flush gives up; 2 seconds unless given. */
  readonly patience?: number;
}

type State =
  /** Nothing was ever written: the sink is not touched, and the end of the process is not listened to. */
  | { readonly kind: 'unused' }
  /** Nothing waits. */
  | { readonly kind: 'idle' }
  /** Lines have come; they are written at the end of this turn. */
  | { readonly kind: 'gathering' }
  /** The sink has these bytes and will call back. */
  | { readonly kind: 'writing'; readonly bytes: Buffer }
  /** The sink could not take anything; the timer tries again. */
  | { readonly kind: 'pausing'; readonly timer: NodeJS.Timeout }
  /** The sink will never take anything again; lines are dropped. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'closed' };

const unused: State = { kind: 'unused' };
const idle: State = { kind: 'idle' };
const gathering: State = { kind: 'gathering' };
const gone: State = { kind: 'gone' };
const closed: State = { kind: 'closed' };

/**
 * Brings lines to a sink, in order, and never holds up the code that logs.
 *
 *                ┌────────────── taken ──────────────┐
 *                ▼                                   │
 *     write ─▶ idle ─▶ gathering ─(end of turn)─▶ writing ─▶ gone
 *                ▲                                   │
 *                └──(timer)── pausing ◀─── later ────┘
 *
 * Lines wait in {@link BoundedLines}. Synchronous flushes work through the same queue, starting from any state.
 */
export class BufferedWriter implements LineWriter {
  private readonly lines: BoundedLines;
  private readonly waiters: FlushWaiters;
  private readonly patience: number;
  private state: State = unused;
  /** Within a burst: the length of new text at which to look again whether the write under way has arrived. */
  private nextLook: number;

  constructor(
    private readonly sink: Sink,
    options: BufferedWriterOptions,
  ) {
    this.patience = options.patience ?? 2000;
    this.lines = new BoundedLines(options);
    this.waiters = new FlushWaiters(sink, this.patience);
    this.nextLook = sink.burst;
  }

  write(text: string): void {
    if (!this.hasRoomFor(text)) {
      this.lines.drop(text);
      return;
    }
    this.lines.add(text);
    if (this.state === idle || this.state === unused) this.gather();
    else if (this.lines.newText >= this.nextLook) this.moveOn();
  }

  /** True if a line can be taken; within a burst, room is made first if that is possible without waiting. */
  hasRoomFor(text: string): boolean {
    if (this.state === gone || this.state === closed) return false;
    if (this.lines.hasRoomFor(text)) return true;
    this.moveOn();
    return this.lines.hasRoomFor(text);
  }

  /** Takes the step when the lines so far are written. */
  afterLines(step: Step): void {
    if (this.state === unused) step();
    else if (this.state !== gone && this.state !== closed) {
      this.lines.addStep(step);
      if (this.state === idle) this.gather();
    }
  }

  /** Does not wait for the end of the turn. */
  begin(): void {
    if (this.state === gathering) this.pump();
  }

  get dropped(): number {
    return this.lines.dropped;
  }

  /** About how many bytes wait. */
  get length(): number {
    return this.lines.length;
  }

  flush(): Promise<void> {
    if (this.state === gathering || this.state.kind === 'pausing') {
      this.leave();
      this.pump();
    }
    return this.state.kind === 'writing' || this.state.kind === 'pausing' ? this.waiters.wait() : Promise.resolve();
  }

  flushSync(): void {
    if (this.state === unused) return;
    const { pace } = this.sink;
    let seen = pace.position;
    let deadline = Date.now() + this.patience;
    for (;;) {
      const progress = this.writeOnce();
      if (progress === 'none left' || progress === 'refused') return;
      if (progress === 'some' || pace.position !== seen) {
        seen = pace.position;
        deadline = Date.now() + this.patience;
      } else if (pace.isStuck || Date.now() > deadline) {
        pace.giveUp();
        return;
      } else sleepSync(1);
    }
  }

  flushWithoutWaiting(): void {
    while (this.writeOnce() === 'some');
  }

  flushAtExit(): void {
    this.flushSync();
    if (this.state.kind === 'writing') {
      this.written(this.sink.abandon());
      this.flushSync();
    }
    const left = this.lines.all();
    if (left.length > 0) this.sink.deliverAtExit?.(left);
  }

  async close(): Promise<void> {
    if (this.state === closed) return;
    await this.flush();
    this.flushWithoutWaiting();
    this.leave();
    const arriving = this.sink.close();
    if (arriving > 0) this.lines.advance(arriving);
    this.state = closed;
    this.lines.dropAll();
    this.waiters.release();
    forgetAtExit(this);
  }

  // ------------------------------------------------------------------------------------------ by the event loop

  private gather(): void {
    if (this.state === unused) flushAtExit(this);
    this.state = gathering;
    setImmediate(this.endTurn);
  }

  private readonly endTurn = (): void => {
    if (this.state === gathering) this.pump();
  };

  /** Offers what waits to the sink, until it has to call back or takes nothing. */
  private pump(): void {
    for (;;) {
      const next = this.lines.next();
      if (next === undefined) {
        this.state = idle;
        this.waiters.release();
        return;
      }
      if (typeof next === 'function') this.lines.takeStep()();
      else if (!this.offer(next)) return;
    }
  }

  /** True if the sink answered at once, and takes more. */
  private offer(bytes: Buffer): boolean {
    const writing: State = { kind: 'writing', bytes };
    this.state = writing;
    let later = false;
    this.sink.write(bytes, (outcome) => {
      // Taken over by a sync flush, or closed.
      if (this.state !== writing) return;
      this.answered(outcome);
      if (later && this.state === idle) this.pump();
    });
    later = true;
    return (this.state as State) === idle;
  }

  private answered(outcome: Outcome): void {
    switch (outcome.kind) {
      case 'taken':
        this.written(outcome.bytes);
        return;
      case 'later':
        if (outcome.error !== undefined) this.report('lines are kept in memory meanwhile', outcome.error);
        this.pause(outcome.milliseconds);
        return;
      case 'gone':
        this.leave();
        this.state = gone;
        this.lines.dropAll();
        this.report('lines are dropped', outcome.error);
        this.waiters.release();
    }
  }

  private written(bytes: number): void {
    this.leave();
    this.state = idle;
    this.nextLook = this.sink.burst;
    if (bytes === 0) return;
    this.lines.advance(bytes);
    this.sink.pace.advance();
  }

  private pause(milliseconds: number): void {
    this.leave();
    const timer = setTimeout(() => {
      if (this.state.kind !== 'pausing' || this.state.timer !== timer) return;
      this.state = idle;
      this.pump();
    }, milliseconds).unref();
    this.state = { kind: 'pausing', timer };
  }

  private leave(): void {
    if (this.state.kind === 'pausing') clearTimeout(this.state.timer);
  }

  private report(consequence: string, error: Error): void {
    reportTrouble(`cannot write to ${this.sink.name}, ${consequence}`, error);
  }

  // -------------------------------------------------------------------------------------- without the event loop

  /** Within a burst the event loop gets no turn: what has arrived is noticed here, and the next bytes are offered. */
  private moveOn(): void {
    if (this.state.kind === 'writing' && this.sink.arrived() === this.state.bytes.length) this.written(this.state.bytes.length);
    if (this.state === idle || this.state === gathering) this.pump();
    this.sink.hurry?.();
    this.nextLook = this.lines.newText + this.sink.burst;
  }

  private writeOnce(): 'some' | 'none now' | 'none left' | 'refused' {
    if (this.state === unused || this.state === gone || this.state === closed) return 'none left';
    if (this.state.kind === 'writing' && this.sink.recall()) this.state = idle;
    if (this.state.kind === 'writing') {
      const arrived = this.sink.arrived();
      if (arrived === undefined) return 'refused';
      if (arrived < this.state.bytes.length) return 'none now';
      this.written(arrived);
      return 'some';
    }
    const next = this.lines.next();
    if (next === undefined) {
      this.leave();
      this.state = idle;
      this.waiters.release();
      return 'none left';
    }
    if (typeof next === 'function') {
      this.lines.takeStep()();
      return 'some';
    }
    const outcome = this.sink.writeNow(next);
    if (outcome === undefined) return 'refused';
    this.answered(outcome);
    if (outcome.kind === 'later') return outcome.error === undefined ? 'none now' : 'refused';
    return outcome.kind === 'taken' ? 'some' : 'none left';
  }
}

import type { Clock } from '../lifecycle/clock.js';
import type { ScheduledCall } from '../logging/logging-clock.js';
import { Duration } from '../values/duration.js';
import { TestUsageError } from './test-errors.js';

/**
 * A clock that stands still until the test moves it: log files rotate and schedules take their turns when the test says so.
 *
 * @example
 * const clock = ManualClock.at('2026-11-14T23:59:00Z');
 * await clock.advance('2 minutes');
 */
export class ManualClock implements Clock {
  private calls: { readonly due: () => number; readonly callback: () => void }[] = [];
  private passed = 0;

  /** Begins at that many milliseconds since the epoch. */
  constructor(private time: number) {}

  /** Begins at a time in ISO 8601. */
  static at(text: string): ManualClock {
    return new ManualClock(timeOf(text));
  }

  readonly now = (): number => this.time;

  readonly elapsed = (): number => this.passed;

  schedule(time: number, callback: () => void): ScheduledCall {
    return this.add(() => time, callback);
  }

  after(milliseconds: number, callback: () => void): ScheduledCall {
    const end = this.passed + milliseconds;
    return this.add(() => this.time + end - this.passed, callback);
  }

  /** How many calls are waited for. */
  get scheduled(): number {
    return this.calls.length;
  }

  /** Lets that much time pass. Whatever comes due on the way is called at its time, and what it began may go on before the next. */
  async advance(duration: Duration | string): Promise<void> {
    const end = this.time + Duration.from(duration).toMilliseconds();
    await settled();
    while (this.callNext(end)) await settled();
    this.moveOn(end);
  }

  /** Moves on to that time in one go, calling back whatever comes due on the way, each at its time. */
  moveTo(text: string): void {
    const end = timeOf(text);
    while (this.callNext(end));
    this.moveOn(end);
  }

  /** Jumps without calling anybody back, as when the machine slept or its clock was set. */
  jumpTo(text: string): void {
    this.time = timeOf(text);
  }

  private add(due: () => number, callback: () => void): ScheduledCall {
    const call = { due, callback };
    this.calls.push(call);
    return { cancel: () => this.remove(call) };
  }

  private callNext(end: number): boolean {
    const [next] = this.calls.filter((call) => call.due() <= end).toSorted((a, b) => a.due() - b.due());
    if (next === undefined) return false;
    this.remove(next);
    this.moveOn(Math.max(this.time, next.due()));
    next.callback();
    return true;
  }

  private moveOn(time: number): void {
    this.passed += Math.max(0, time - this.time);
    this.time = time;
  }

  private remove(call: object): void {
    this.calls = this.calls.filter((other) => other !== call);
  }
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new TestUsageError(`${text} is not a time; write it as in 2026-11-14T23:59:00Z`);
  return time;
}

/** A few turns of the event loop: promises that wait for nothing else are done by then. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

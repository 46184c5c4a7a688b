import type { LoggingClock, ScheduledCall } from '../../src/logging/logging-clock.js';

/** A clock that stands still until the test moves it. */
export class ManualClock implements LoggingClock {
  private calls: { readonly time: number; readonly callback: () => void }[] = [];

  constructor(private time: number) {}

  static at(text: string): ManualClock {
    return new ManualClock(Date.parse(text));
  }

  readonly now = (): number => this.time;

  schedule(time: number, callback: () => void): ScheduledCall {
    const call = { time, callback };
    this.calls.push(call);
    return {
      cancel: () => {
        this.calls = this.calls.filter((other) => other !== call);
      },
    };
  }

  get scheduled(): number {
    return this.calls.length;
  }

  /** Moves on, calling back whatever comes due on the way, each at its time. */
  moveTo(text: string): void {
    const end = Date.parse(text);
    for (;;) {
      const due = this.calls.filter((call) => call.time <= end).sort((a, b) => a.time - b.time)[0];
      if (due === undefined) break;
      this.calls = this.calls.filter((call) => call !== due);
      this.time = Math.max(this.time, due.time);
      due.callback();
    }
    this.time = end;
  }

  /** Jumps without calling anybody back, as when the machine slept or its clock was set. */
  jumpTo(text: string): void {
    this.time = Date.parse(text);
  }
}

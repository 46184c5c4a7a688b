import { TooManyRequestsException } from '../http/web-application-exception.js';
import { withoutStack } from '../http/without-stack.js';
import { Duration } from '../values/duration.js';

/** How many failures are tolerated, and for how long they count. */
export interface ThrottleSettings {
  readonly limit: number;
  readonly per: Duration;
}

/**
 * Counts failures by name and address, and refuses further attempts with 429 once there were too many. As many attempts as may still fail are let
 * through at a time, so that a burst gets no more guesses than a sequence.
 */
export class FailureThrottle {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly settings: ThrottleSettings,
    /** Milliseconds of a clock that never goes back. */
    private readonly elapsed: () => number,
  ) {}

  /** Begins an attempt, at once or when one before it has ended. Throws 429 where too many have failed. */
  begin(key: string): Attempt | Promise<Attempt> {
    const entry = this.entryOf(key);
    this.refuseBeyondLimit(entry);
    if (entry.failures + entry.active < this.settings.limit) return this.started(key, entry);
    return new Promise<void>((resolve) => entry.waiting.push(resolve)).then(() => this.begin(key));
  }

  private started(key: string, entry: Entry): Attempt {
    entry.active++;
    const finish = (failures: number): void => {
      entry.active--;
      entry.failures = failures;
      if (entry.failures === 0 && entry.active === 0 && entry.waiting.length === 0) this.entries.delete(key);
      for (const go of entry.waiting.splice(0)) go();
    };
    return {
      failed: () => {
        if (entry.failures === 0) entry.until = this.elapsed() + this.settings.per.toMilliseconds();
        finish(entry.failures + 1);
      },
      succeeded: () => finish(0),
      abandoned: () => finish(entry.failures),
    };
  }

  private refuseBeyondLimit({ failures, until }: Entry): void {
    if (failures < this.settings.limit) return;
    const retryAfter = Duration.milliseconds(Math.max(1, Math.ceil(until - this.elapsed())));
    throw withoutStack(() => new TooManyRequestsException({ retryAfter }));
  }

  private entryOf(key: string): Entry {
    const known = this.entries.get(key);
    if (known !== undefined) {
      if (known.failures > 0 && known.until <= this.elapsed()) known.failures = 0;
      return known;
    }
    if (this.entries.size >= mostEntries) this.forgetOldest();
    const entry: Entry = { failures: 0, until: 0, active: 0, waiting: [] };
    this.entries.set(key, entry);
    return entry;
  }

  /** The memory is bounded: the oldest name is forgotten, which costs an attacker as many requests as there are entries. */
  private forgetOldest(): void {
    for (const [key, { active }] of this.entries) {
      if (active > 0) continue;
      this.entries.delete(key);
      return;
    }
  }
}

/** One verification of credentials; exactly one of its methods is called when it ends. */
export interface Attempt {
  failed(): void;
  succeeded(): void;
  /** It could not be found out whether the credentials are good. */
  abandoned(): void;
}

interface Entry {
  failures: number;
  /** When the failures no longer count. */
  until: number;
  active: number;
  readonly waiting: (() => void)[];
}

const mostEntries = 10_000;

import type { Sink } from './sink.js';

const looks = 20;

/** Callers that wait for a buffer to become empty. They give up when nothing has moved for a while. */
export class FlushWaiters {
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly sink: Pick<Sink, 'pace'>,
    /** Milliseconds without progress after which waiting ends. */
    private readonly patience: number,
  ) {}

  /** Resolves at the next {@link release}, or when nothing has moved for {@link patience}. */
  wait(): Promise<void> {
    const { pace } = this.sink;
    if (pace.isStuck) return Promise.resolve();
    return new Promise((resolve) => {
      let seen = pace.position;
      let looksInVain = 0;
      const watch = setInterval(() => {
        looksInVain = pace.position === seen ? looksInVain + 1 : 0;
        seen = pace.position;
        if (looksInVain < looks && !pace.isStuck) return;
        pace.giveUp();
        done();
      }, this.patience / looks);
      const done = (): void => {
        clearInterval(watch);
        this.waiting.delete(done);
        resolve();
      };
      this.waiting.add(done);
    });
  }

  release(): void {
    for (const done of this.waiting) done();
  }
}

/** Those who wait for a buffer to become empty, each with a limit to their patience. */
export class FlushWaiters {
  private waiting: (() => void)[] = [];

  /** Resolves at the next {@link release}, or when nothing has been written for that many milliseconds. */
  wait(patience: number, progress: () => number): Promise<void> {
    return new Promise((resolve) => {
      let seen = progress();
      const watch = setInterval(() => {
        if (progress() === seen) done();
        seen = progress();
      }, patience);
      const done = (): void => {
        clearInterval(watch);
        resolve();
      };
      this.waiting.push(done);
    });
  }

  release(): void {
    if (this.waiting.length === 0) return;
    const released = this.waiting;
    this.waiting = [];
    for (const done of released) done();
  }
}

/**
 * Waits like `await`, until somebody interrupts. In place of `Promise.race` with one long-lived promise: each race would leave a reaction on it, and
 * event streams run for days.
 */
export class Interruptible {
  private reason: Error | undefined = undefined;
  private giveUp: ((reason: Error) => void) | undefined = undefined;

  until<T>(awaited: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.giveUp = reject;
      if (this.reason !== undefined) reject(this.reason);
      awaited.then(resolve, reject);
    });
  }

  /** Rejects what is waited for now, and whatever will be. */
  interrupt(reason: Error): void {
    this.reason = reason;
    this.giveUp?.(reason);
  }
}

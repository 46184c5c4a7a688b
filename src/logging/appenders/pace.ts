/** Counts what moves through a sink, so that nobody waits a second time for one that stands still. */
export class Pace {
  private moved = 0;
  private stuckAt = -1;

  /** Something was written. */
  advance(): void {
    this.moved++;
  }

  /** A number that changes when something is written. */
  get position(): number {
    return this.moved;
  }

  /** Somebody waited in vain. */
  giveUp(): void {
    this.stuckAt = this.moved;
  }

  /** True if somebody waited in vain and nothing has moved since. */
  get isStuck(): boolean {
    return this.stuckAt === this.moved;
  }
}

/** Tracks whether anything moves through a sink, so that a flush does not wait again for one that is known to be stuck. */
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

  /** A flush waited in vain. */
  giveUp(): void {
    this.stuckAt = this.moved;
  }

  /** True if a flush waited in vain and nothing has moved since. */
  get isStuck(): boolean {
    return this.stuckAt === this.moved;
  }
}

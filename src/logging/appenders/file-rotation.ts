import { statSync } from 'node:fs';

import type { TimeZone } from '../layouts/time-zone.js';
import type { LoggingClock, ScheduledCall } from '../logging-clock.js';
import { ArchiveKeeper } from './archive-keeper.js';
import type { ArchivePattern } from './archive-name.js';
import { endOfPeriod } from './rotation-period.js';

export interface FileRotationOptions {
  /** The file that is being written. */
  readonly current: string;
  readonly pattern: ArchivePattern;
  readonly zone: TimeZone;
  readonly keep: number;
  /** Bytes that a file may have; undefined where only time counts. */
  readonly maxBytes: number | undefined;
  readonly clock: LoggingClock;
}

/** Knows when the current file has to give way, and to what name. */
export class FileRotation {
  /** The time from which on lines belong to the next file. */
  boundary = Number.POSITIVE_INFINITY;
  readonly maxBytes: number;
  private readonly keeper: ArchiveKeeper;
  private periodTime = 0;
  private alarm: ScheduledCall | undefined;

  constructor(private readonly options: FileRotationOptions) {
    this.maxBytes = options.maxBytes ?? Number.POSITIVE_INFINITY;
    this.keeper = new ArchiveKeeper(options);
  }

  /**
   * Before the file is opened: archives what an earlier run left behind from a period that is over by now, judged by when it was last written,
   * and finishes what that run could not. A file of the running period is continued.
   */
  takeUp(onBoundary: () => void): void {
    const { current, clock } = this.options;
    const found = statSync(current, { throwIfNoEntry: false });
    const now = clock.now();
    if (found !== undefined && found.size > 0 && this.endOf(found.mtimeMs) <= now) this.keeper.takeAway(found.mtimeMs);
    else this.keeper.tidyUp();
    this.begin(now, onBoundary);
  }

  /** Archives the current file under the name of the period that it was begun in. */
  takeAway(): void {
    this.keeper.takeAway(this.periodTime);
  }

  /** Begins the period that holds this time, and calls back when it is over, lines or no lines. */
  begin(time: number, onBoundary: () => void): void {
    this.periodTime = time;
    this.boundary = this.endOf(time);
    this.alarm?.cancel();
    this.alarm = Number.isFinite(this.boundary) ? this.options.clock.schedule(this.boundary, onBoundary) : undefined;
  }

  async close(): Promise<void> {
    this.alarm?.cancel();
    await this.keeper.idle();
  }

  private endOf(time: number): number {
    const { pattern, zone } = this.options;
    return pattern.unit === undefined ? Number.POSITIVE_INFINITY : endOfPeriod(time, pattern.unit, zone);
  }
}

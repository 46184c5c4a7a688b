import { readdirSync, statSync, unlinkSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';

import type { TimeZone } from '../layouts/time-zone.js';
import type { LoggingClock, ScheduledCall } from '../logging-clock.js';
import { reportTrouble } from '../trouble-report.js';
import { ArchiveKeeper } from './archive-keeper.js';
import type { ArchivePattern } from './archive-name.js';
import type { Step } from './bounded-lines.js';
import { LogFile } from './log-file.js';
import { makeFolder } from './make-folder.js';
import { endOfPeriod } from './rotation-period.js';

export interface FileRotationOptions {
  /** The file that is being written; undefined if the pattern names it. */
  readonly current: string | undefined;
  readonly pattern: ArchivePattern;
  readonly zone: TimeZone;
  readonly keep: number;
  /** Bytes that a file may have; undefined if only time counts. */
  readonly maxBytes: number | undefined;
  readonly clock: LoggingClock;
}

// A file that cannot be archived is continued; trying with each line would make logging slow.
const pauseAfterFailure = 10_000;

/**
 * Decides which lines belong in a new file, and replaces the file when the writer has come that far.
 *
 * The decision is made when a line comes, by its time and length. It yields a step, which keeps its place in the queue between the lines of both files.
 */
export class FileRotation {
  readonly file: LogFile;
  /** The time from which lines belong in the next file. */
  private boundary = Number.POSITIVE_INFINITY;
  private readonly maxBytes: number;
  private readonly keeper: ArchiveKeeper;
  private periodTime = 0;
  /** Bytes in the file, or in the queue for it; tracked only if there is a largest size. */
  private fileBytes = 0;
  private retryAt = Number.NEGATIVE_INFINITY;
  private alarm: ScheduledCall | undefined;
  private onBoundary: (step: Step) => void = () => {};

  /** Opens the file. What an earlier run left from a period that is over is archived first; a file of the running period is continued. */
  constructor(private readonly options: FileRotationOptions) {
    const { current, clock, maxBytes = Number.POSITIVE_INFINITY } = options;
    this.maxBytes = maxBytes;
    const folder = current === undefined ? options.pattern.directory : dirname(current);
    this.keeper = new ArchiveKeeper({ ...options, folder, current: () => this.file.path });
    const now = clock.now();
    this.file = new LogFile(current ?? this.nameToContinue(now));
    if (current === undefined) this.archiveLeftovers();
    else this.archiveIfOver(current, now);
    this.file.open();
    this.fileBytes = this.file.size;
    this.keeper.tidyUp();
    this.begin(now);
  }

  /** Calls back with a step at the end of each period, whether lines come or not. */
  follow(onBoundary: (step: Step) => void): void {
    this.onBoundary = onBoundary;
  }

  /** The step that must come before this line; undefined if the line belongs in the same file. */
  stepBefore(text: string, time: number): Step | undefined {
    // A line may claim any time; only one that our clock has reached ends a period.
    const periodEnds = time >= this.boundary && this.options.clock.now() >= this.boundary;
    if (this.maxBytes === Number.POSITIVE_INFINITY) return periodEnds ? this.endPeriod() : undefined;
    const bytes = Buffer.byteLength(text);
    const isFull = this.fileBytes > 0 && this.fileBytes + bytes > this.maxBytes && this.options.clock.now() >= this.retryAt;
    this.fileBytes = periodEnds || isFull ? bytes : this.fileBytes + bytes;
    if (periodEnds) return this.endPeriod();
    return isFull ? this.replacing(this.periodTime) : undefined;
  }

  /** The file was opened anew under its path; that many bytes wait for it. */
  reopened(waiting: number): void {
    this.fileBytes = this.file.size + waiting;
  }

  async close(): Promise<void> {
    this.alarm?.cancel();
    await this.keeper.idle();
  }

  private endPeriod(): Step {
    const ended = this.periodTime;
    this.begin(this.options.clock.now());
    return this.replacing(ended);
  }

  /** Begins the period that holds this time. */
  private begin(time: number): void {
    this.periodTime = time;
    this.boundary = this.endOf(time);
    this.alarm?.cancel();
    this.alarm = Number.isFinite(this.boundary) ? this.options.clock.schedule(this.boundary, this.atBoundary) : undefined;
  }

  private readonly atBoundary = (): void => {
    const now = this.options.clock.now();
    // A clock that was set back has not reached the boundary yet.
    if (now < this.boundary) this.begin(now);
    else {
      this.fileBytes = 0;
      this.onBoundary(this.endPeriod());
    }
  };

  private replacing(period: number): Step {
    return () => {
      try {
        if (this.options.current === undefined) this.moveOn();
        else this.takeAway(period);
      } catch (thrown) {
        this.retryAt = this.options.clock.now() + pauseAfterFailure;
        this.reopened(0);
        reportTrouble(`cannot archive ${this.file.path}, it is continued`, thrown);
      }
      this.keeper.tidyUp();
    };
  }

  /** Archives the file under the name of its period; an empty one, or one that is gone, is not worth an archive. */
  private takeAway(period: number): void {
    if (this.file.isInPlace() && this.file.size > 0) this.keeper.takeAway(this.file.path, period);
    this.file.ensureInPlace();
  }

  // ------------------------------------------------------------------------ where the pattern names the current file

  private moveOn(): void {
    const before = this.file.path;
    const isInPlace = this.file.isInPlace();
    const { size } = this.file;
    const { pattern, clock } = this.options;
    const now = clock.now();
    this.file.moveTo(this.freeName(now, pattern.hasIndex ? this.keeper.nextIndex(now) : 0, () => false));
    if (isInPlace && size === 0) unlinkSync(before);
    else if (isInPlace && pattern.compressed) this.keeper.compress(before);
  }

  /** The file of the running period that an earlier run was writing, or a new one. */
  private nameToContinue(now: number): string {
    const { pattern } = this.options;
    makeFolder(pattern.directory);
    return this.freeName(now, pattern.hasIndex ? this.keeper.indexToContinue(now) : 0, ({ mtimeMs }) => this.endOf(mtimeMs) > now);
  }

  /** The name of an archive without ".gz"; one that exists is used only if it is wanted. */
  private freeName(time: number, index: number, isWanted: (found: Stats) => boolean): string {
    const { pattern, zone } = this.options;
    for (let copy = 0; ; copy++) {
      const name = pattern.uncompressedNameFor({ time, zone, index, copy });
      const found = statSync(name, { throwIfNoEntry: false });
      if (found === undefined || isWanted(found)) return name;
    }
  }

  /** Compresses what an earlier run wrote and did not come to compress. */
  private archiveLeftovers(): void {
    const { pattern } = this.options;
    if (!pattern.compressed) return;
    for (const entry of readdirSync(pattern.directory, { withFileTypes: true })) {
      const path = join(pattern.directory, entry.name);
      if (entry.isFile() && path !== this.file.path && pattern.identify(`${entry.name}.gz`) !== undefined) this.keeper.compress(path);
    }
  }

  // ----------------------------------------------------------------------------------------------------------------

  private archiveIfOver(path: string, now: number): void {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && found.size > 0 && this.endOf(found.mtimeMs) <= now) this.keeper.takeAway(path, found.mtimeMs);
  }

  private endOf(time: number): number {
    const { pattern, zone } = this.options;
    return pattern.unit === undefined ? Number.POSITIVE_INFINITY : endOfPeriod(time, pattern.unit, zone);
  }
}

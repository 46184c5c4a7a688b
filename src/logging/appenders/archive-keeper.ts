import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync } from 'node:fs';
import { readdir, rename, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type { TimeZone } from '../layouts/time-zone.js';
import { reportTrouble } from '../trouble-report.js';
import type { ArchiveAge, ArchivePattern } from './archive-name.js';
import { makeFolder } from './make-folder.js';

export interface ArchiveKeeperOptions {
  /** The file that is being written. */
  readonly current: string;
  readonly pattern: ArchivePattern;
  readonly zone: TimeZone;
  /** How many archives are kept; 0 keeps all. */
  readonly keep: number;
}

/**
 * Makes archives of a log file and keeps the youngest of them.
 *
 *     app.log ──rename──▶ app-2026-11-14.log.gz.pending ──gzip──▶ ….gz.<pid>.part ──rename──▶ app-2026-11-14.log.gz, then .pending is removed
 *
 * Only the first step happens while lines wait. A name is taken only where neither an archive nor a pending file has it, and a part becomes an
 * archive in one step: so after a crash a pending file whose archive is there is a leftover, and one without is still to be done. Nothing
 * is lost or archived twice.
 */
export class ArchiveKeeper {
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly options: ArchiveKeeperOptions) {}

  /** Takes the current file away as the archive of that time's period; throws where that fails, and then nothing has changed. */
  takeAway(time: number): void {
    const { current, pattern } = this.options;
    makeFolder(pattern.directory);
    const archive = this.freeName(time);
    if (pattern.compressed) {
      renameSync(current, this.pendingOf(archive));
    } else {
      this.moveAway(archive);
    }
    this.tidyUp();
  }

  /** Finishes in the background what is pending, from this run or an earlier one, and removes what is beyond the count. */
  tidyUp(): void {
    this.work = this.work.then(() => this.finishPending()).then(() => this.prune());
  }

  /** Resolves when no work is under way. */
  idle(): Promise<void> {
    return this.work;
  }

  // Archives on another file system cannot be reached by a rename; they are copied in the background.
  private moveAway(archive: string): void {
    try {
      renameSync(this.options.current, archive);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== 'EXDEV') throw thrown;
      renameSync(this.options.current, this.pendingOf(archive));
    }
  }

  private pendingOf(archive: string): string {
    return join(dirname(this.options.current), `${basename(archive)}.pending`);
  }

  private freeName(time: number): string {
    const { current, pattern, zone } = this.options;
    const index = pattern.hasIndex ? this.nextIndex(time) : 0;
    for (let copy = 0; ; copy++) {
      const name = pattern.nameFor({ time, zone, index, copy });
      if (name !== current && !existsSync(name) && !existsSync(this.pendingOf(name))) return name;
    }
  }

  // One above the highest in use, and not the first that is free: numbers must grow with time, though the oldest have been removed.
  private nextIndex(time: number): number {
    const { current, pattern, zone } = this.options;
    const names = [...readdirSync(pattern.directory), ...readdirSync(dirname(current)).map((name) => name.replace(/\.pending$/, ''))];
    return names.reduce((next, name) => Math.max(next, (pattern.indexIn(name, time, zone) ?? -1) + 1), 0);
  }

  private async finishPending(): Promise<void> {
    const { current, pattern } = this.options;
    try {
      for (const name of (await namesIn(dirname(current))).toSorted()) {
        const archive = name.endsWith('.pending') ? name.slice(0, -'.pending'.length) : '';
        if (pattern.ageOf(archive) !== undefined) await this.finish(join(dirname(current), name), join(pattern.directory, archive));
      }
    } catch (thrown) {
      reportTrouble(`cannot archive ${current}, it will be tried again at the next rotation`, thrown);
    }
  }

  private async finish(pending: string, archive: string): Promise<void> {
    if (!existsSync(archive)) {
      const part = `${archive}.${process.pid}.part`;
      try {
        makeFolder(dirname(archive));
        const target = createWriteStream(part, { flush: true });
        if (this.options.pattern.compressed) await pipeline(createReadStream(pending), createGzip(), target);
        else await pipeline(createReadStream(pending), target);
        await rename(part, archive);
      } catch (thrown) {
        await rm(part, { force: true });
        throw thrown;
      }
    }
    await unlink(pending);
  }

  private async prune(): Promise<void> {
    const { current, pattern, keep } = this.options;
    try {
      const names = await namesIn(pattern.directory);
      for (const name of names.filter((candidate) => isAbandonedPart(candidate, pattern)))
        await rm(join(pattern.directory, name), { force: true });
      if (keep === 0) return;
      const archives = names
        .map((name) => ({ path: join(pattern.directory, name), age: pattern.ageOf(name) }))
        .filter((file): file is { path: string; age: ArchiveAge } => file.age !== undefined && file.path !== current)
        .sort((a, b) => compareAges(b.age, a.age));
      for (const { path } of archives.slice(keep)) await rm(path, { force: true });
    } catch (thrown) {
      reportTrouble(`cannot remove old archives of ${current}`, thrown);
    }
  }
}

/** A folder that is not there yet, or no more, has nothing in it. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  }
}

function isAbandonedPart(name: string, pattern: ArchivePattern): boolean {
  const found = /^(.*)\.(\d+)\.part$/.exec(name);
  return found !== null && pattern.ageOf(found[1]!) !== undefined && !isRunning(Number(found[2]));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function compareAges(a: ArchiveAge, b: ArchiveAge): number {
  for (let at = 0; at < a.length; at++) {
    if (a[at] !== b[at]) return a[at]! - b[at]!;
  }
  return 0;
}

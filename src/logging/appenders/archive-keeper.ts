import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync } from 'node:fs';
import { readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGzip } from 'node:zlib';

import type { TimeZone } from '../layouts/time-zone.js';
import { reportTrouble } from '../trouble-report.js';
import type { ArchivePattern } from './archive-name.js';
import { makeFolder } from './make-folder.js';

export interface ArchiveKeeperOptions {
  readonly pattern: ArchivePattern;
  readonly zone: TimeZone;
  /** How many archives are kept; 0 keeps all. */
  readonly keep: number;
  /** Where the file is that is being written. */
  readonly folder: string;
  /** The file that is being written now. */
  readonly current: () => string;
}

/**
 * Turns log files into archives and keeps the youngest of them.
 *
 *     app.log ──rename──▶ app-2026-11-14.log.gz.pending ──gzip──▶ ….gz.<pid>.part ──rename──▶ app-2026-11-14.log.gz, then .pending is removed
 *
 * Only the first step happens while lines wait. A name is taken only if neither an archive nor a pending file has it, and a part becomes an archive in
 * one step. So after a crash, a pending file whose archive exists is a leftover, and one without is still to be done: nothing is lost or archived twice.
 */
export class ArchiveKeeper {
  private work: Promise<void> = Promise.resolve();
  private waiting = false;
  /** Remembered, so that the folder is read once a period and not at each rotation. */
  private indexes: Indexes | undefined;

  constructor(private readonly options: ArchiveKeeperOptions) {}

  /** Takes a file away as the archive of that time's period. If that fails, it throws and nothing has changed. */
  takeAway(file: string, time: number): void {
    const { pattern } = this.options;
    makeFolder(pattern.directory);
    const archive = this.freeName(file, time);
    if (pattern.compressed) renameSync(file, pendingFor(archive, file));
    else moveAway(file, archive);
  }

  /** Takes a file away that has the name of its archive already, but for the ending ".gz". */
  compress(file: string): void {
    let archive = `${file}.gz`;
    for (let copy = 1; existsSync(archive) || existsSync(pendingFor(archive, file)); copy++) archive = `${file}.${copy}.gz`;
    renameSync(file, pendingFor(archive, file));
  }

  /** An index that no archive of the period has yet: one above the highest, so that numbers grow with time although the oldest are removed. */
  nextIndex(time: number): number {
    const { period, highest } = this.indexesOf(time);
    this.indexes = { period, highest: highest + 1 };
    return highest + 1;
  }

  /** The index of the file that an earlier run was writing, or the next one. */
  indexToContinue(time: number): number {
    const { pattern, zone, folder } = this.options;
    const indexIn = pattern.indexReader(time, zone);
    const open = namesInSync(folder).map((name) => indexIn(pattern.compressed ? `${name}.gz` : name) ?? -1);
    const highest = Math.max(-1, ...open);
    return highest === -1 ? this.nextIndex(time) : highest;
  }

  private indexesOf(time: number): Indexes {
    const { pattern, zone, folder } = this.options;
    const period = pattern.nameFor({ time, zone, index: 0, copy: 0 });
    if (this.indexes?.period === period) return this.indexes;
    const indexIn = pattern.indexReader(time, zone);
    let highest = -1;
    for (const searched of new Set([pattern.directory, folder])) {
      for (const name of namesInSync(searched)) {
        const plain = name.replace(/\.pending$/, '');
        highest = Math.max(highest, indexIn(plain) ?? (pattern.compressed ? indexIn(`${plain}.gz`) : undefined) ?? -1);
      }
    }
    return { period, highest };
  }

  /** Finishes in the background what is pending, from this run or an earlier one, and removes archives beyond the count. */
  tidyUp(): void {
    if (this.waiting) return;
    this.waiting = true;
    this.work = this.work.then(async () => {
      this.waiting = false;
      await this.finishPending();
      await this.prune();
    });
  }

  /** Resolves when no work is under way. */
  idle(): Promise<void> {
    return this.work;
  }

  private freeName(file: string, time: number): string {
    const { pattern, zone } = this.options;
    const index = pattern.hasIndex ? this.nextIndex(time) : 0;
    for (let copy = 0; ; copy++) {
      const name = pattern.nameFor({ time, zone, index, copy });
      if (name !== file && !existsSync(name) && !existsSync(pendingFor(name, file))) return name;
    }
  }

  private async finishPending(): Promise<void> {
    const { pattern, current, folder } = this.options;
    try {
      for (const name of (await namesIn(folder)).filter((each) => each.endsWith('.pending')).toSorted()) {
        const archive = name.slice(0, -'.pending'.length);
        if (pattern.identify(archive) !== undefined) await this.finish(join(folder, name), join(pattern.directory, archive));
      }
    } catch (thrown) {
      reportTrouble(`cannot archive ${current()}, it will be tried again at the next rotation`, thrown);
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
    const { pattern, keep, current } = this.options;
    try {
      const names = await namesIn(pattern.directory);
      for (const name of names.filter((candidate) => isAbandonedPart(candidate, pattern)))
        await rm(join(pattern.directory, name), { force: true });
      if (keep === 0) return;
      const archives = await this.archivesAmong(names);
      if (archives.length <= keep) return;
      const oldest = archives.sort((a, b) => a.time - b.time || a.index - b.index || a.copy - b.copy).slice(0, -keep);
      for (const { path } of oldest) await rm(path, { force: true });
    } catch (thrown) {
      reportTrouble(`cannot remove old archives of ${current()}`, thrown);
    }
  }

  // Where the name does not tell the period, because it comes again or has no date, the file's own time does.
  private async archivesAmong(names: readonly string[]): Promise<DatedArchive[]> {
    const { pattern, current } = this.options;
    const archives: DatedArchive[] = [];
    for (const [count, name] of names.entries()) {
      if (count % namesPerTurn === 0) await nextTurn();
      const identity = pattern.identify(name);
      const path = join(pattern.directory, name);
      if (identity === undefined || path === current()) continue;
      const { index, copy, time = pattern.unit === undefined ? 0 : await lastChangeOf(path) } = identity;
      archives.push({ path, time, index, copy });
    }
    return archives;
  }
}

// Tens of thousands of names are read bit by bit, so that requests are served in between.
const namesPerTurn = 200;

interface Indexes {
  readonly period: string;
  readonly highest: number;
}

interface DatedArchive {
  readonly path: string;
  readonly time: number;
  readonly index: number;
  readonly copy: number;
}

/** Next to the log file, so that it can be reached by a rename. */
function pendingFor(archive: string, file: string): string {
  return join(dirname(file), `${basename(archive)}.pending`);
}

// A rename does not reach another file system; there the archive is copied in the background.
function moveAway(file: string, archive: string): void {
  try {
    renameSync(file, archive);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EXDEV') throw thrown;
    renameSync(file, pendingFor(archive, file));
  }
}

/** A folder that does not exist has nothing in it. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  }
}

function namesInSync(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function lastChangeOf(path: string): Promise<number> {
  return (await stat(path)).mtimeMs;
}

function isAbandonedPart(name: string, pattern: ArchivePattern): boolean {
  if (!name.endsWith('.part')) return false;
  const found = /^(.*)\.(\d+)\.part$/.exec(name);
  return found !== null && pattern.identify(found[1]!) !== undefined && !isRunning(Number(found[2]));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

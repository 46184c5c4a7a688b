import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  open as openFile,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';

import { ArchiveKeeper } from '../../../src/logging/appenders/archive-keeper.js';
import { ArchivePattern } from '../../../src/logging/appenders/archive-name.js';
import { FileAppender } from '../../../src/logging/appenders/file-appender.js';
import type { ArchiveOptions } from '../../../src/logging/appenders/file-appender.js';
import { TextLayout } from '../../../src/logging/layouts/text-layout.js';
import { TimeZone } from '../../../src/logging/layouts/time-zone.js';
import { ManualClock } from '../../../src/testing/manual-clock.js';

function folderFor(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-rotation-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Given {
  readonly clock: ManualClock;
  readonly archive: Partial<ArchiveOptions> & { readonly pattern: string };
  /** Left out if the pattern names the file. */
  readonly file?: string;
}

function open(context: TestContext, folder: string, { clock, archive, file }: Given) {
  const appender = new FileAppender({
    ...(file === undefined ? {} : { path: join(folder, file) }),
    layout: new TextLayout(TimeZone.UTC),
    clock,
    archive: { zone: TimeZone.UTC, keep: 5, ...archive, pattern: join(folder, archive.pattern) },
  });
  context.after(() => appender.close());
  return { appender, say: (line: string, time = clock.now()) => appender.appendLine(line, time) };
}

function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder).sort();
  return Object.fromEntries(
    files.map((name) => {
      const bytes = readFileSync(join(folder, name));
      return [name, (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()];
    }),
  );
}

test('a line that claims a time far ahead neither ends the period nor the rotation to come', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const { appender, say } = open(context, folder, { clock, file: 'app.log', archive: { pattern: 'app-%d.log' } });
  say('one');
  say('from another century', Date.parse('2126-01-01T00:00:00Z'));
  say('two');
  await appender.flush();
  assert.deepEqual(contents(folder), { 'app.log': 'one\nfrom another century\ntwo\n' });
  clock.moveTo('2026-11-15T00:00:00Z');
  say('three');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-14.log': 'one\nfrom another century\ntwo\n', 'app.log': 'three\n' });
});

test('while the disk hangs, periods end in their place, and nothing waits', async (context) => {
  const folder = folderFor(context);
  const pipe = join(folderFor(context), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const { appender, say } = open(context, folder, { clock, file: 'app.log', archive: { pattern: 'app-%d{yyyy-MM-dd-HH}.log' } });
  const size = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
  const blocked = Array.from({ length: size }, () => {
    return new Promise<number>((resolve, reject) => openFile(pipe, 'r', (error, fd) => (error === null ? resolve(fd) : reject(error))));
  });
  for (const hour of ['22', '23']) {
    clock.moveTo(`2026-11-14T${hour}:30:00Z`);
    for (let line = 0; line < 3; line++) {
      say(`${hour}:${line}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  clock.moveTo('2026-11-15T00:30:00Z');
  say('00:0');
  assert.deepEqual(contents(folder), { 'app.log': '' });
  const writer = openSync(pipe, constants.O_RDWR);
  for (const fd of await Promise.all(blocked)) closeSync(fd);
  closeSync(writer);
  await appender.close();
  assert.equal(appender.dropped, 0);
  assert.deepEqual(contents(folder), {
    'app-2026-11-14-22.log': '22:0\n22:1\n22:2\n',
    'app-2026-11-14-23.log': '23:0\n23:1\n23:2\n',
    'app.log': '00:0\n',
  });
});

test('a file that cannot be archived is continued, and tried again after ten seconds, not with each line', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-14T10:00:00Z');
  // A file where the folder of the archives should be.
  writeFileSync(join(folder, 'old'), '');
  const archive = { pattern: 'old/app-%d-%i.log', maxBytes: 10 };
  const { appender, say } = open(context, folder, { clock, file: 'app.log', archive });
  for (let line = 0; line < 5; line++) say(`line ${line}`);
  await appender.flush();
  assert.deepEqual(contents(folder), { 'app.log': 'line 0\nline 1\nline 2\nline 3\nline 4\n', old: '' });
  rmSync(join(folder, 'old'));
  say('line 5');
  await appender.flush();
  assert.deepEqual(contents(folder), { 'app.log': 'line 0\nline 1\nline 2\nline 3\nline 4\nline 5\n' });
  clock.jumpTo('2026-11-14T10:00:11Z');
  say('line 6');
  await appender.close();
  assert.deepEqual(contents(join(folder, 'old')), { 'app-2026-11-14-0.log': 'line 0\nline 1\nline 2\nline 3\nline 4\nline 5\n' });
  assert.equal(readFileSync(join(folder, 'app.log'), 'utf8'), 'line 6\n');
});

test('the folder is searched for the next number once a period, not at each rotation', async (context) => {
  const folder = folderFor(context);
  writeFileSync(join(folder, 'app-2026-11-14-41.log'), 'earlier\n');
  const clock = ManualClock.at('2026-11-14T10:00:00Z');
  const archive = { pattern: 'app-%d-%i.log', maxBytes: 4, keep: 0 };
  const { appender, say } = open(context, folder, { clock, file: 'app.log', archive });
  say('aaa');
  say('bbb');
  await appender.flush();
  for (const number of [41, 42]) rmSync(join(folder, `app-2026-11-14-${number}.log`));
  say('ccc');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-14-43.log': 'bbb\n', 'app.log': 'ccc\n' });
});

test('a working directory with a percent sign in its name does not matter', async (context) => {
  const folder = join(folderFor(context), 'feature%2Fx');
  mkdirSync(folder);
  const before = process.cwd();
  process.chdir(folder);
  context.after(() => process.chdir(before));
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const appender = new FileAppender({
    path: 'logs/app.log',
    layout: new TextLayout(TimeZone.UTC),
    clock,
    archive: { pattern: 'logs/app-%d.log', zone: TimeZone.UTC, keep: 5 },
  });
  appender.appendLine('x', clock.now());
  clock.moveTo('2026-11-15T00:00:00Z');
  await appender.close();
  assert.deepEqual(contents(join(folder, 'logs')), { 'app-2026-11-14.log': 'x\n', 'app.log': '' });
});

test('twenty thousand archives neither stop the event loop nor keep the oldest from being removed', async (context) => {
  const folder = folderFor(context);
  const name = (day: number) => `app-${new Date(Date.UTC(1970, 0, 1 + day)).toISOString().slice(0, 10)}.log`;
  for (let day = 0; day < 20_000; day++) writeFileSync(join(folder, name(day)), '');
  const pattern = ArchivePattern.parse(join(folder, 'app-%d.log'));
  const identify = pattern.identify.bind(pattern);
  let [inThisTurn, mostInATurn, looked] = [0, 0, 0];
  pattern.identify = (each) => {
    looked++;
    mostInATurn = Math.max(mostInATurn, ++inThisTurn);
    return identify(each);
  };
  const keeper = new ArchiveKeeper({ pattern, zone: TimeZone.UTC, keep: 19_999, folder, current: () => join(folder, 'app.log') });
  let turning = true;
  const turn = () => {
    inThisTurn = 0;
    if (turning) setImmediate(turn);
  };
  turn();
  keeper.tidyUp();
  await keeper.idle();
  turning = false;
  const names = new Set(readdirSync(folder));
  assert.deepEqual([names.size, names.has(name(0)), names.has(name(1))], [19_999, false, true]);
  assert.ok(looked >= 20_000 && mostInATurn <= 1000, `${mostInATurn} of ${looked} in one turn`);
});

test('a foreign file that only looks like an archive is neither counted nor removed', async (context) => {
  const folder = folderFor(context);
  writeFileSync(join(folder, 'app-2026-13-99.log'), 'foreign');
  writeFileSync(join(folder, 'app-2026-11-12.log'), 'of the 12th\n');
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const { appender, say } = open(context, folder, { clock, file: 'app.log', archive: { pattern: 'app-%d.log', keep: 1 } });
  say('of the 14th');
  clock.moveTo('2026-11-15T00:00:00Z');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-14.log': 'of the 14th\n', 'app-2026-13-99.log': 'foreign', 'app.log': '' });
});

test('an archive that exists is not made again from a leftover, and parts of running processes are left alone', async (context) => {
  const folder = folderFor(context);
  writeFileSync(join(folder, 'app-2026-11-11.log.gz'), gzipSync('the archive\n'));
  writeFileSync(join(folder, 'app-2026-11-11.log.gz.pending'), 'a leftover\n');
  const running = `app-2026-11-12.log.gz.${process.pid}.part`;
  writeFileSync(join(folder, running), 'half');
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const { appender } = open(context, folder, { clock, file: 'app.log', archive: { pattern: 'app-%d.log.gz' } });
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-11.log.gz': 'the archive\n', [running]: 'half', 'app.log': '' });
});

test('names that come again get a number, and the files that changed last are kept', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-13T22:30:00Z');
  const { appender, say } = open(context, folder, { clock, file: 'app.log', archive: { pattern: 'app-%d{HH}.log', keep: 2 } });
  const archives: string[] = [];
  for (const day of ['13', '14', '15']) {
    clock.moveTo(`2026-11-${day}T22:30:00Z`);
    say(`of the ${day}th`);
    clock.moveTo(`2026-11-${day}T23:00:00Z`);
    await appender.flush();
    archives.push(readFileSync(join(folder, 'app-22.log'), 'utf8'));
    // The order of the files on disk, not that of this test's clock, tells which are the youngest.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await appender.close();
  assert.deepEqual(archives, ['of the 13th\n', 'of the 13th\n', 'of the 13th\n']);
  assert.deepEqual(contents(folder), { 'app-22.log.1': 'of the 14th\n', 'app-22.log.2': 'of the 15th\n', 'app.log': '' });
});

test('weeks end on Sunday night, half days at noon', async (context) => {
  for (const [pattern, end, archive] of [
    ['app-%d{yyyy-ww}.log', '2026-11-16T00:00:00Z', 'app-2026-46.log'],
    ['app-%d{yyyy-MM-dd-a}.log', '2026-11-14T12:00:00Z', 'app-2026-11-14-AM.log'],
  ] as const) {
    const folder = folderFor(context);
    const clock = ManualClock.at('2026-11-14T10:00:00Z');
    const { appender, say } = open(context, folder, { clock, file: 'app.log', archive: { pattern } });
    say('before');
    clock.moveTo(new Date(Date.parse(end) - 1).toISOString());
    say('just before');
    clock.moveTo(end);
    say('after');
    await appender.close();
    assert.deepEqual(contents(folder), { [archive]: 'before\njust before\n', 'app.log': 'after\n' });
  }
});

test('without a name of its own the current file has that of its archive', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-13T22:00:00Z');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d.log', keep: 1 } });
  say('of the 13th');
  await appender.flush();
  assert.deepEqual(contents(folder), { 'app-2026-11-13.log': 'of the 13th\n' });
  clock.moveTo('2026-11-14T10:00:00Z');
  say('of the 14th');
  clock.moveTo('2026-11-15T10:00:00Z');
  say('of the 15th');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-14.log': 'of the 14th\n', 'app-2026-11-15.log': 'of the 15th\n' });
});

test('without a name of its own a compressed archive is written uncompressed first, and a restart goes on with it', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-14T10:00:00Z');
  writeFileSync(join(folder, 'app-2026-11-12.log'), 'left behind by a crash\n');
  utimesSync(join(folder, 'app-2026-11-12.log'), clock.now() / 1000 - 200_000, clock.now() / 1000 - 200_000);
  const archive = { pattern: 'app-%d.log.gz' };
  const first = open(context, folder, { clock, archive });
  first.say('one');
  await first.appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-12.log.gz': 'left behind by a crash\n', 'app-2026-11-14.log': 'one\n' });
  utimesSync(join(folder, 'app-2026-11-14.log'), clock.now() / 1000, clock.now() / 1000);
  const second = open(context, folder, { clock, archive });
  second.say('two');
  clock.moveTo('2026-11-15T00:00:00Z');
  second.say('three');
  await second.appender.close();
  assert.deepEqual(contents(folder), {
    'app-2026-11-12.log.gz': 'left behind by a crash\n',
    'app-2026-11-14.log.gz': 'one\ntwo\n',
    'app-2026-11-15.log': 'three\n',
  });
});

test('without a name of its own a full file is followed by the next number', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-14T10:00:00Z');
  const archive = { pattern: 'app-%d-%i.log.gz', maxBytes: 8, keep: 0 };
  const { appender, say } = open(context, folder, { clock, archive });
  for (const line of ['aaa', 'bbb', 'ccc', 'ddd', 'eee']) say(line);
  await appender.close();
  assert.deepEqual(contents(folder), {
    'app-2026-11-14-0.log.gz': 'aaa\nbbb\n',
    'app-2026-11-14-1.log.gz': 'ccc\nddd\n',
    'app-2026-11-14-2.log': 'eee\n',
  });
});

test('without a name of its own a folder that cannot be written to is refused with the pattern', (context) => {
  const folder = folderFor(context);
  writeFileSync(join(folder, 'file'), '');
  chmodSync(join(folder, 'file'), 0o444);
  assert.throws(() => open(context, folder, { clock: ManualClock.at('2026-11-14T10:00:00Z'), archive: { pattern: 'file/app-%d.log' } }), {
    code: 'KEELSON_LOG_FILE',
    path: join(folder, 'file/app-%d.log'),
  });
});

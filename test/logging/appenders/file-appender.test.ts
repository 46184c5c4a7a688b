import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';

import { FileAppender } from '../../../src/logging/appenders/file-appender.js';
import type { ArchiveOptions } from '../../../src/logging/appenders/file-appender.js';
import { TextLayout } from '../../../src/logging/layouts/text-layout.js';
import { TimeZone } from '../../../src/logging/layouts/time-zone.js';
import { Level } from '../../../src/logging/level.js';
import { LoggerTree } from '../../../src/logging/logger-tree.js';
import { ManualClock } from '../../../src/testing/manual-clock.js';

function folderFor(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-file-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Given {
  readonly clock: ManualClock;
  readonly archive?: Partial<ArchiveOptions> & { readonly pattern: string };
  readonly bufferBytes?: number;
}

function open(context: TestContext, folder: string, { clock, archive, bufferBytes }: Given) {
  const appender = new FileAppender({
    path: join(folder, 'app.log'),
    layout: new TextLayout(TimeZone.UTC),
    clock,
    ...(bufferBytes === undefined ? {} : { bufferBytes }),
    ...(archive === undefined ? {} : { archive: { zone: TimeZone.UTC, keep: 5, ...archive, pattern: join(folder, archive.pattern) } }),
  });
  context.after(() => appender.close());
  return { appender, say: (line: string) => appender.appendLine(line, clock.now()) };
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

test('a file is appended to, its folders are made', async (context) => {
  const folder = join(folderFor(context), 'deep', 'down');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'app.log'), 'earlier\n');
  const { appender, say } = open(context, folder, { clock: ManualClock.at('2026-11-14T12:00:00Z') });
  say('one');
  say('two ä€😀');
  await appender.flush();
  assert.deepEqual(contents(folder), { 'app.log': 'earlier\none\ntwo ä€😀\n' });
});

test('at the end of the period the file becomes the archive of that period, without any traffic', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d.log' } });
  say('of the 14th');
  await appender.flush();
  clock.moveTo('2026-11-15T00:00:00Z');
  assert.deepEqual(contents(folder), { 'app-2026-11-14.log': 'of the 14th\n', 'app.log': '' });
  clock.moveTo('2026-11-18T05:00:00Z');
  say('of the 18th');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-14.log': 'of the 14th\n', 'app.log': 'of the 18th\n' });
});

test('a line is filed by its own time, though the timer is late', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-14T23:59:59.999Z');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d{yyyy-MM-dd-HH}.log' } });
  say('old');
  clock.jumpTo('2026-11-15T00:00:00.000Z');
  say('new');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-14-23.log': 'old\n', 'app.log': 'new\n' });
});

test('a machine that slept over several periods names the archive after the one in which the lines were written', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d.log' } });
  say('old');
  clock.jumpTo('2026-11-20T08:00:00Z');
  clock.moveTo('2026-11-20T08:00:01Z');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-14.log': 'old\n', 'app.log': '' });
});

test('archives are compressed where the pattern ends in .gz, nothing lost and nothing twice', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-14T10:00:00Z');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d{yyyy-MM-dd-HH}.log.gz', keep: 0 } });
  for (let hour = 10; hour < 20; hour++) {
    for (let line = 0; line < 2000; line++) say(`${hour} ${line}`);
    clock.moveTo(`2026-11-14T${hour + 1}:00:00Z`);
  }
  say('last');
  await appender.close();
  const expected = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => {
      return [`app-2026-11-14-${at + 10}.log.gz`, Array.from({ length: 2000 }, (__, line) => `${at + 10} ${line}\n`).join('')];
    }),
  );
  assert.deepEqual(contents(folder), { ...expected, 'app.log': 'last\n' });
});

test('only so many archives are kept, the youngest, and other files are left alone', async (context) => {
  const folder = folderFor(context);
  for (const name of ['app-2025-01-01.log', 'app-2026-11-13.log', 'app-2026-11-12.log', 'other-2020-01-01.log', 'app-notes.log']) {
    writeFileSync(join(folder, name), name);
  }
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d.log', keep: 2 } });
  say('x');
  clock.moveTo('2026-11-15T00:00:00Z');
  await appender.close();
  assert.deepEqual(readdirSync(folder).sort(), [
    'app-2026-11-13.log',
    'app-2026-11-14.log',
    'app-notes.log',
    'app.log',
    'other-2020-01-01.log',
  ]);
});

test('a restart in the middle of a period continues the file', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-14T10:00:00Z');
  const path = join(folder, 'app.log');
  writeFileSync(path, 'before the restart\n');
  utimesSync(path, clock.now() / 1000 - 60, clock.now() / 1000 - 60);
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d.log' } });
  say('after the restart');
  clock.moveTo('2026-11-15T00:00:00Z');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-14.log': 'before the restart\nafter the restart\n', 'app.log': '' });
});

test('a restart in a later period archives the file under the period of its last line', async (context) => {
  const folder = folderFor(context);
  const path = join(folder, 'app.log');
  writeFileSync(path, 'of the 12th\n');
  const lastWritten = Date.parse('2026-11-12T18:00:00Z') / 1000;
  utimesSync(path, lastWritten, lastWritten);
  const { appender, say } = open(context, folder, { clock: ManualClock.at('2026-11-14T10:00:00Z'), archive: { pattern: 'app-%d.log.gz' } });
  say('of the 14th');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-12.log.gz': 'of the 12th\n', 'app.log': 'of the 14th\n' });
});

test('a crash while compressing is made good at the next start', async (context) => {
  const folder = folderFor(context);
  writeFileSync(join(folder, 'app-2026-11-12.log.gz.pending'), 'not yet compressed\n');
  writeFileSync(join(folder, 'app-2026-11-12.log.gz.999999999.part'), 'half');
  writeFileSync(join(folder, 'app-2026-11-11.log.gz.pending'), 'compressed already\n');
  writeFileSync(join(folder, 'app-2026-11-11.log.gz'), gzipSync('compressed already\n'));
  const { appender } = open(context, folder, { clock: ManualClock.at('2026-11-14T10:00:00Z'), archive: { pattern: 'app-%d.log.gz' } });
  await appender.close();
  assert.deepEqual(contents(folder), {
    'app-2026-11-11.log.gz': 'compressed already\n',
    'app-2026-11-12.log.gz': 'not yet compressed\n',
    'app.log': '',
  });
});

test('archives can stand in a folder of their own, which is made when it is needed', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'old/app-%d.log' } });
  say('x');
  clock.moveTo('2026-11-15T00:00:00Z');
  await appender.flush();
  rmSync(join(folder, 'old'), { recursive: true });
  say('y');
  clock.moveTo('2026-11-16T00:00:00Z');
  await appender.close();
  assert.deepEqual(contents(join(folder, 'old')), { 'app-2026-11-15.log': 'y\n' });
});

test('an archive that had to be left on another file system is copied, then removed there', async (context) => {
  const folder = folderFor(context);
  writeFileSync(join(folder, 'app-2026-11-12.log.pending'), 'from the other file system\n');
  const { appender } = open(context, folder, { clock: ManualClock.at('2026-11-14T22:00:00Z'), archive: { pattern: 'old/app-%d.log' } });
  await appender.close();
  assert.deepEqual(contents(join(folder, 'old')), { 'app-2026-11-12.log': 'from the other file system\n' });
  assert.deepEqual(readdirSync(folder), ['app.log', 'old']);
});

test('an archive never overwrites another: a name that is taken gets a number', async (context) => {
  const folder = folderFor(context);
  writeFileSync(join(folder, 'app-2026-11-14.log'), 'already here\n');
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d.log' } });
  say('x');
  clock.moveTo('2026-11-15T00:00:00Z');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-2026-11-14.log': 'already here\n', 'app-2026-11-14.log.1': 'x\n', 'app.log': '' });
});

test('a file that grows beyond its size gives way, and the numbers go on after a restart', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-14T10:00:00Z');
  const archive = { pattern: 'app-%d-%i.log', maxBytes: 10, keep: 3 };
  const first = open(context, folder, { clock, archive });
  for (const line of ['aaaa', 'bbbb', 'cccc', 'dddd', 'äää', 'a line longer than a file may be']) first.say(line);
  await first.appender.close();
  assert.deepEqual(contents(folder), {
    'app-2026-11-14-0.log': 'aaaa\nbbbb\n',
    'app-2026-11-14-1.log': 'cccc\ndddd\n',
    'app-2026-11-14-2.log': 'äää\n',
    'app.log': 'a line longer than a file may be\n',
  });
  utimesSync(join(folder, 'app.log'), clock.now() / 1000, clock.now() / 1000);
  const second = open(context, folder, { clock, archive });
  second.say('next');
  clock.moveTo('2026-11-15T00:00:00Z');
  second.say('day');
  await second.appender.close();
  assert.deepEqual(contents(folder), {
    'app-2026-11-14-2.log': 'äää\n',
    'app-2026-11-14-3.log': 'a line longer than a file may be\n',
    'app-2026-11-14-4.log': 'next\n',
    'app.log': 'day\n',
  });
});

test('the night of the change to winter time has one archive for the hour that comes twice', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-10-24T23:30:00Z');
  const zone = TimeZone.of('Europe/Berlin');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d{yyyy-MM-dd-HH}.log', zone, keep: 0 } });
  say('01:30');
  clock.moveTo('2026-10-25T00:30:00Z');
  say('02:30 summer');
  clock.moveTo('2026-10-25T01:30:00Z');
  say('02:30 winter');
  clock.moveTo('2026-10-25T02:30:00Z');
  say('03:30');
  await appender.close();
  assert.deepEqual(contents(folder), {
    'app-2026-10-25-01.log': '01:30\n',
    'app-2026-10-25-02.log': '02:30 summer\n02:30 winter\n',
    'app.log': '03:30\n',
  });
});

test('by the minute, the hour that comes twice keeps both sets of archives apart', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-10-25T00:30:00Z');
  const zone = TimeZone.of('Europe/Berlin');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d{yyyyMMddHHmm}.log.gz', zone, keep: 0 } });
  say('summer');
  clock.moveTo('2026-10-25T01:30:00Z');
  say('winter');
  clock.moveTo('2026-10-25T01:31:00Z');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app-202610250230.log.gz': 'summer\n', 'app-202610250230.log.1.gz': 'winter\n', 'app.log': '' });
});

test('a clock that is set back does not end a period again', async (context) => {
  const folder = folderFor(context);
  const clock = ManualClock.at('2026-11-15T00:00:01Z');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d.log' } });
  say('one');
  clock.jumpTo('2026-11-14T23:59:59Z');
  say('two');
  clock.moveTo('2026-11-15T00:00:02Z');
  say('three');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app.log': 'one\ntwo\nthree\n' });
});

test('a folder that vanishes is made again, and no line is lost to the old one', async (context) => {
  const folder = join(folderFor(context), 'logs');
  mkdirSync(folder);
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'app-%d.log' } });
  say('gone with the folder');
  await appender.flush();
  rmSync(folder, { recursive: true });
  say('kept');
  await appender.flush();
  assert.deepEqual(contents(folder), { 'app.log': 'kept\n' });
  rmSync(folder, { recursive: true });
  say('kept by the sync way');
  appender.flushSync();
  assert.deepEqual(contents(folder), { 'app.log': 'kept by the sync way\n' });
  rmSync(folder, { recursive: true });
  clock.moveTo('2026-11-15T00:00:00Z');
  say('after a rotation without a file');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app.log': 'after a rotation without a file\n' });
});

test('a file that somebody else moved away is opened anew', async (context) => {
  const folder = folderFor(context);
  const { appender, say } = open(context, folder, { clock: ManualClock.at('2026-11-14T22:00:00Z') });
  say('one');
  await appender.flush();
  renameSync(join(folder, 'app.log'), join(folder, 'moved.log'));
  say('two');
  await appender.close();
  assert.deepEqual(contents(folder), { 'app.log': 'two\n', 'moved.log': 'one\n' });
});

test('through a symbolic link the file behind it is archived', async (context) => {
  const folder = folderFor(context);
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'real.log'), '');
  symlinkSync(join(folder, 'data', 'real.log'), join(folder, 'app.log'));
  const clock = ManualClock.at('2026-11-14T22:00:00Z');
  const { appender, say } = open(context, folder, { clock, archive: { pattern: 'data/real-%d.log' } });
  say('one');
  clock.moveTo('2026-11-15T00:00:00Z');
  say('two');
  await appender.close();
  assert.deepEqual(contents(join(folder, 'data')), { 'real-2026-11-14.log': 'one\n', 'real.log': 'two\n' });
});

test('a place that cannot be written to is refused with the path', (context) => {
  const folder = folderFor(context);
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, 'file', 'app.log');
  assert.throws(
    () => new FileAppender({ path, layout: new TextLayout(TimeZone.UTC) }),
    (thrown: Error & { code?: string }) => {
      assert.equal(thrown.code, 'KEELSON_LOG_FILE');
      assert.match(
        thrown.message,
        /^The log file .*app\.log cannot be written to: .*; give the service the right to write there, or change currentLogFilename$/,
      );
      return true;
    },
  );
});

test('lines that wait for the disk while a burst goes on come in order', async (context) => {
  const folder = folderFor(context);
  const { appender, say } = open(context, folder, { clock: ManualClock.at('2026-11-14T22:00:00Z') });
  const count = 30_000;
  for (let line = 0; line < count; line++) {
    say(`line ${line} ${'x'.repeat(line % 97)}`);
    // Now and then the pool gets its turn, so that bursts meet deliveries at every stage.
    if (line % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
    if (line % 1700 === 0) appender.flushSync();
  }
  await appender.close();
  const lines = readFileSync(join(folder, 'app.log'), 'utf8').split('\n');
  assert.equal(lines.length, count + 1);
  lines.slice(0, -1).forEach((line, at) => assert.equal(line, `line ${at} ${'x'.repeat(at % 97)}`));
  assert.equal(appender.dropped, 0);
});

test('a named pipe as log file has a bounded buffer, and says what it dropped', async (context) => {
  const folder = folderFor(context);
  const path = join(folder, 'app.log');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  context.after(() => closeSync(reader));
  const { appender, say } = open(context, folder, {
    clock: ManualClock.at('2026-11-14T22:00:00Z'),
    bufferBytes: 100_000,
    archive: { pattern: 'app-%d.log' },
  });
  const line = 'x'.repeat(999);
  for (let count = 0; count < 300; count++) say(line);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const { dropped } = appender;
  assert.ok(dropped >= 130 && dropped <= 210, `${dropped} lines dropped`);

  let read = 0;
  const buffer = Buffer.alloc(65_536);
  const drain = (): void => {
    try {
      for (;;) read += readSync(reader, buffer);
    } catch {
      // Empty for now.
    }
  };
  const reading = setInterval(drain, 1);
  await appender.flush();
  clearInterval(reading);
  drain();
  assert.equal(read, (300 - dropped) * 1000);
  assert.equal(existsSync(join(folder, 'app-2026-11-14.log')), false);
});

test('by the real clock, every line stands in the archive of its own second, whether lines keep coming or not', async (context) => {
  const folder = folderFor(context);
  const tree = new LoggerTree(() => ({ level: Level.INFO, appenders: [], loggers: new Map() }));
  const archive = { pattern: join(folder, 'app-%d{yyyyMMddHHmmss}.log.gz'), zone: TimeZone.UTC, keep: 0 };
  const appender = new FileAppender({ path: join(folder, 'app.log'), layout: new TextLayout(TimeZone.UTC), archive });
  await tree.apply({ level: Level.INFO, appenders: [{ threshold: Level.ALL, appender }], loggers: new Map() });
  const log = tree.get('clock');
  let said = 0;
  const end = Date.now() + 1500;
  while (Date.now() < end) {
    for (let line = 0; line < 50; line++) log.info('line %d', said++);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  // Nothing is said any more, and still the last file gives way.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await tree.close();
  const files = Object.entries(contents(folder));
  assert.deepEqual(files.at(-1), ['app.log', '']);
  const lines: string[] = [];
  for (const [name, text] of files.slice(0, -1)) {
    for (const line of text.trimEnd().split('\n')) {
      const second = line.slice(7, 26).replaceAll(/[^\d]/g, '');
      assert.equal(name, `app-${second}.log.gz`);
      lines.push(line.slice(line.indexOf(': ') + 2));
    }
  }
  assert.deepEqual(
    lines,
    Array.from({ length: said }, (_, line) => `line ${line}`),
  );
});

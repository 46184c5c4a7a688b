import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./child-scenarios.js', import.meta.url));
// All of the million with KEELSON_FULL=1; a tenth is enough for every day.
const lines = process.env['KEELSON_FULL'] === undefined ? 100_000 : 1_000_000;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

interface Child {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What standard output has given so far. */
  readonly output: () => string;
}

function start(args: readonly string[], stdio: StdioOptions = ['ignore', 'pipe', 'ignore']): Child {
  const child = spawn(process.execPath, [program, ...args], { stdio });
  let output = '';
  const ended = new Promise<Ended>((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
  if (stdio === 'pipe' || (Array.isArray(stdio) && stdio[1] === 'pipe' && stdio[3] === undefined)) {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return { process: child, ended, output: () => output };
}

async function saysReady(child: Child): Promise<void> {
  while (!child.output().includes('ready\n')) await new Promise((resolve) => child.process.stdout!.once('data', resolve));
}

function logFileFor(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-end-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'app.log');
}

/** Every line once, in order; what follows the last is returned. */
function assertLines(file: string, count: number): string {
  const text = readFileSync(file, 'utf8');
  let from = 0;
  for (let line = 0; line < count; line++) {
    const end = text.indexOf('\n', from);
    const ending = `] com.example.Child: line ${line}`;
    if (!text.startsWith(ending, end - ending.length)) assert.fail(`line ${line} of ${count} is: ${text.slice(from, Math.max(from, end))}`);
    from = end + 1;
  }
  return text.slice(from);
}

for (const [scenario, code] of [
  ['exits', 0],
  ['ends', 0],
  ['rejects', 1],
] as const) {
  test(`a process that ${scenario === 'exits' ? 'calls process.exit' : scenario === 'ends' ? 'ends by itself' : 'ends by a rejection'} leaves no line behind`, async (context) => {
    const file = logFileFor(context);
    assert.deepEqual(await start([scenario, file, String(lines)]).ended, { code, signal: null });
    assert.equal(assertLines(file, lines), '');
  });
}

test('a process that crashes by a throw leaves no line behind, and the last says why', async (context) => {
  const file = logFileFor(context);
  assert.deepEqual(await start(['throws', file, String(lines)]).ended, { code: 1, signal: null });
  const rest = assertLines(file, lines);
  assert.match(rest, /^ERROR \[[^\]]+\] process\.uncaught: Uncaught exception\n! Error: thrown on purpose\n(! at [^\n]+\n)+!\n$/);
});

test('a process that is ended by SIGTERM leaves no line behind, and still dies of the signal', async (context) => {
  const file = logFileFor(context);
  const child = start(['waits', file, String(lines)]);
  await saysReady(child);
  child.process.kill('SIGTERM');
  assert.deepEqual(await child.ended, { code: null, signal: 'SIGTERM' });
  assert.equal(assertLines(file, lines), '');
});

test('a process that gets SIGTERM in the middle of a burst and exits leaves no line behind', async (context) => {
  const file = logFileFor(context);
  const child = start(['stopsOnSignal', file]);
  await saysReady(child);
  await new Promise((resolve) => setTimeout(resolve, 100));
  child.process.kill('SIGTERM');
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  const said = Number(/said (\d+)/.exec(child.output())![1]);
  assert.equal(assertLines(file, said), '');
});

test('a process that exits while other work keeps its threads busy writes every line, and none twice', async (context) => {
  const file = logFileFor(context);
  execFileSync('mkfifo', [`${file}.pipe`]);
  const child = start(['busyPool', file, '100']);
  await saysReady(child);
  // The process cannot end before its threads do: they are let go when all lines are there.
  while (!readFileSync(file, 'utf8').includes('line 100\n')) await new Promise((resolve) => setTimeout(resolve, 20));
  const writers = Array.from({ length: 4 }, () => openSync(`${file}.pipe`, constants.O_RDWR));
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  for (const writer of writers) closeSync(writer);
  assert.equal(assertLines(file, 101), '');
});

test('a busy pool at the end of the process does not mix up the files of two appenders', async (context) => {
  const file = logFileFor(context);
  execFileSync('mkfifo', [`${file}.pipe`]);
  const child = start(['busyPoolWithTwoFiles', file, '100']);
  await saysReady(child);
  while (!existsSync(`${file}.other`) || !readFileSync(`${file}.other`, 'utf8').includes('of the other\n'))
    await new Promise((resolve) => setTimeout(resolve, 20));
  const writers = Array.from({ length: 4 }, () => openSync(`${file}.pipe`, constants.O_RDWR));
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  for (const writer of writers) closeSync(writer);
  assert.equal(assertLines(file, 101), '');
  assert.equal(readFileSync(`${file}.other`, 'utf8'), 'of the other\n');
});

test('a signal that another listener handles is not raised again', async (context) => {
  const file = logFileFor(context);
  const child = start(['stopsSlowlyOnSignal', file]);
  await saysReady(child);
  child.process.kill('SIGTERM');
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  assert.equal(child.output(), 'ready\nSIGTERM 1\n');
});

function messageFrom(child: ChildProcess): Promise<Record<string, number>> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as Record<string, number>)));
}

test('a console that nobody reads does not stop the process; what does not fit is counted, and a line says so', async () => {
  const count = 4000;
  const child = start(['blockedPipe', '', String(count)], ['ignore', 'pipe', 'ignore', 'ipc']);
  child.process.stdout!.pause();
  const blocked = await messageFrom(child.process);
  assert.equal(blocked['turns'], 20);
  assert.ok(blocked['dropped']! > count / 2, `${blocked['dropped']} lines dropped`);

  let output = '';
  child.process.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.process.stdout!.resume();
  child.process.send('go on');
  const after = await messageFrom(child.process);
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  const texts = output.split('\n').map((line) => line.replace(/^(\w+) +\[[^\]]+\] /, '$1 '));
  const kept = texts.filter((text) => text === `INFO com.example.Child: ${'x'.repeat(900)}`).length;
  assert.equal(kept + after['dropped']!, count);
  assert.equal(toldLosses(output), after['dropped']);
  assert.deepEqual(texts.slice(-2), ['INFO com.example.Child: after the stop', '']);
});

/** The sum of all lines that tell of dropped ones: there are several where the buffer was full several times. */
function toldLosses(text: string): number {
  const told = text.matchAll(
    /^WARN {2}\[[^\]]+\] keelson\.logging: (\d+) lines? (?:was|were) dropped here, because the buffer was full$/gm,
  );
  return [...told].reduce((sum, [, count]) => sum + Number(count), 0);
}

test('two appenders on one slow pipe leave the lines of both whole', async () => {
  const child = start(['sharedPipe'], ['ignore', 'pipe', 'ignore', 'ipc']);
  let output = '';
  child.process.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    child.process.stdout!.pause();
    setTimeout(() => child.process.stdout!.resume(), 5);
  });
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  const lines = output
    .replaceAll(/\[[^\]]+\] com\.example\.Child: x{1000}\n/g, 'log\n')
    .replaceAll(/^y{1500}\n/gm, 'request\n')
    .split('\n');
  assert.deepEqual([...new Set(lines)].sort(), ['', 'INFO  log', 'request']);
  assert.equal(lines.length, 1001);
});

test('a console whose reader is gone costs the lines, which are counted, and not the process', async () => {
  const child = start(['readerGone'], ['ignore', 'pipe', 'ignore', 'ipc']);
  await new Promise((resolve) => child.process.stdout!.once('data', resolve));
  child.process.stdout!.destroy();
  child.process.send('gone');
  const { dropped } = await messageFrom(child.process);
  assert.equal(dropped, 10);
  assert.deepEqual(await child.ended, { code: 0, signal: null });
});

test('a console that is never read delays the end of the process, and does not prevent it', async () => {
  const child = start(['blockedAtExit'], ['ignore', 'pipe', 'ignore', 'ipc']);
  child.process.stdout!.pause();
  const code = await new Promise((resolve) => child.process.on('exit', resolve));
  assert.equal(code, 3);
  child.process.stdout!.destroy();
});

for (const kind of ['file', 'console'] as const) {
  test(`a disk that is full for a while costs no line that the buffer can hold (${kind})`, async (context) => {
    const { text, said, droppedWhileFull, dropped } = await fillDisk(context, kind, '1MiB');
    assert.deepEqual([droppedWhileFull, dropped], [0, 0]);
    assert.deepEqual(
      text.split('\n').map((line) => /line (\d+)/.exec(line)?.[1]),
      [...Array.from({ length: said }, (_, line) => String(line)), undefined],
    );
  });

  test(`a disk that stays full longer than the buffer lasts costs lines that are counted and reported (${kind})`, async (context) => {
    const { text, said, droppedWhileFull, dropped } = await fillDisk(context, kind, '4KiB');
    assert.ok(droppedWhileFull > 0);
    assert.equal(text.split('\n').filter((line) => / line \d/.test(line)).length + dropped, said);
    assert.equal(toldLosses(text), dropped);
  });
}

interface FullDisk {
  /** Everything that was written, before and after there was room again. */
  readonly text: string;
  readonly said: number;
  readonly droppedWhileFull: number;
  readonly dropped: number;
}

async function fillDisk(context: TestContext, kind: 'file' | 'console', bufferSize: string): Promise<FullDisk> {
  const file = logFileFor(context);
  const child = startLimited(['fullDisk', kind === 'file' ? file : '', bufferSize], file);
  const full = await messageFrom(child.process);
  const first = readFileSync(file, 'utf8');
  truncateSync(file);
  child.process.send('there is room');
  const after = await messageFrom(child.process);
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  return { text: first + readFileSync(file, 'utf8'), said: after['said']!, droppedWhileFull: full['dropped']!, dropped: after['dropped']! };
}

/** With files of at most 16 KiB: writing more fails, as it does on a full disk. Standard output is appended to the file. */
function startLimited(args: readonly string[], output: string): Child {
  const command = `trap '' XFSZ; ulimit -f 32; exec "$0" "$@" >> ${output}`;
  const child = spawn('sh', ['-c', command, process.execPath, program, ...args], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
  return { process: child, ended, output: () => '' };
}

test('before configuration WARN and above go to the console', async () => {
  const child = start(['bootstraps']);
  await child.ended;
  assert.equal(
    child.output().replace(/\[[^\]]+\]/g, '[time]'),
    'WARN  [time] com.example.Child: shown\nERROR [time] com.example.Child: shown too\n! Error: boom\n! at here\n!\n',
  );
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { BufferedWriter } from '../../../src/logging/appenders/buffered-writer.js';
import { DescriptorSink } from '../../../src/logging/appenders/descriptor-sink.js';

/** A pipe that is full when nobody reads it. */
function pipeFor(context: TestContext): { readonly reader: number; readonly sinkOn: () => DescriptorSink } {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-descriptor-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  context.after(() => {
    for (const each of [reader, fd]) closeSync(each);
    rmSync(folder, { recursive: true });
  });
  return { reader, sinkOn: () => new DescriptorSink({ name: 'pipe', open: () => fd, readerGone: 'final', whenClosed: 'keep open' }) };
}

test('of two sinks on one descriptor, the one that was stopped in the middle of a line goes on first', (context) => {
  const { reader, sinkOn } = pipeFor(context);
  const [first, second] = [sinkOn(), sinkOn()];
  const long = Buffer.from(`${'a'.repeat(100_000)}\n`);
  const short = Buffer.from('b\n');
  const room = Buffer.alloc(200_000);
  const started = first.writeNow(long);
  assert.equal(started.kind, 'taken');
  const written = started.kind === 'taken' ? started.bytes : 0;
  assert.ok(written < long.length);
  let read = readSync(reader, room);
  assert.equal(second.writeNow(short).kind, 'later');
  assert.deepEqual(first.writeNow(long.subarray(written)), { kind: 'taken', bytes: long.length - written });
  assert.deepEqual(second.writeNow(short), { kind: 'taken', bytes: 2 });
  read += readSync(reader, room, read, room.length - read, null);
  assert.equal(room.toString('latin1', 0, read), `${'a'.repeat(100_000)}\nb\n`);
});

test('a stop waits two seconds for a console that nobody reads, however many appenders share it', async (context) => {
  const { sinkOn } = pipeFor(context);
  // With the patience of an hour, each wait but the first would end this test.
  const writers = [1, 2, 3].map(() => new BufferedWriter(sinkOn(), { limit: 1_000_000, lossNotice: () => '', patience: 3_600_000 }));
  const [log, requestLog, atExit] = writers as [BufferedWriter, BufferedWriter, BufferedWriter];
  for (const writer of writers) writer.write(`${'x'.repeat(99_999)}\n`);
  context.mock.timers.enable({ apis: ['setInterval'] });
  const flushed = requestLog.flush();
  context.mock.timers.tick(3_600_000);
  await flushed;
  await requestLog.close();
  await log.close();
  atExit.flushAtExit();
  await atExit.close();
  assert.deepEqual(
    writers.map((writer) => writer.dropped),
    [1, 1, 1],
  );
});

test('standard output that is a file is tried again after an error that may pass', (context) => {
  if (!existsSync('/dev/full')) {
    context.diagnostic('NOT CHECKED: there is no /dev/full here');
    return;
  }
  const sink = new DescriptorSink({ name: 'stdout', open: () => openSync('/dev/full', 'w'), readerGone: 'final', whenClosed: 'close' });
  const outcome = sink.writeNow(Buffer.from('a\n'));
  assert.deepEqual([outcome.kind, outcome.kind === 'later' && outcome.milliseconds], ['later', 1000]);
  sink.close();
});

test('a reader that is gone is final for an anonymous pipe, and not for a named one', (context) => {
  for (const readerGone of ['final', 'temporary'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'keelson-descriptor-'));
    context.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const sink = new DescriptorSink({
      name: 'pipe',
      open: () => openSync(path, constants.O_WRONLY | constants.O_NONBLOCK),
      readerGone,
      whenClosed: 'close',
    });
    assert.equal(sink.writeNow(Buffer.from('a\n')).kind, 'taken');
    closeSync(reader);
    assert.equal(sink.writeNow(Buffer.from('b\n')).kind, readerGone === 'final' ? 'gone' : 'later');
    sink.close();
  }
});

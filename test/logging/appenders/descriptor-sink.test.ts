import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { DescriptorSink } from '../../../src/logging/appenders/descriptor-sink.js';

test('of two sinks on one descriptor, the one that was stopped in the middle of a line goes on first', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-descriptor-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const sinkOn = (): DescriptorSink => new DescriptorSink({ name: 'pipe', open: () => fd, readerGone: 'final', whenClosed: 'keep open' });
  const [first, second] = [sinkOn(), sinkOn()];
  context.after(() => {
    for (const each of [reader, fd]) closeSync(each);
  });
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

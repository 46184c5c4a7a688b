import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import type { Listener } from '../../src/server/engines/engine.js';
import { defaultLimits } from '../../src/server/engines/engine.js';
import { NodeHttpEngine } from '../../src/server/engines/node-http-engine.js';
import { capturing } from '../resources/captured.js';

async function withPath(use: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-'));
  try {
    await use(join(folder, 'app.sock'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function open(path: string): Promise<Listener> {
  return new NodeHttpEngine().listen(
    { address: { kind: 'unix', path }, limits: defaultLimits, trustedProxies: 0, onFailure: () => undefined },
    ({ reply }) => reply.end('served'),
  );
}

async function close(listener: Listener): Promise<void> {
  await listener.stopAccepting();
  await listener.drain(AbortSignal.abort());
}

function begin(path: string): Promise<string> {
  const socket = connect(path);
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  return new Promise((resolve) => {
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    socket.on('close', () => resolve(text));
  });
}

/** Leaves a socket file behind, as a process that is killed does. */
async function leaveStaleSocket(path: string): Promise<void> {
  const program = 'require("net").createServer().listen(process.argv[1], () => console.log("listens"))';
  const child = spawn(process.execPath, ['-e', program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  assert.ok((await lstat(path)).isSocket());
}

test('a Unix socket that a killed process left behind does not keep the service from starting', () =>
  capturing((lines) =>
    withPath(async (path) => {
      await leaveStaleSocket(path);
      const listener = await open(path);
      assert.match(await begin(path), /\r\n\r\nserved$/);
      await close(listener);
      assert.ok(lines.messages.includes(`Removing the Unix socket ${path}: the process that made it is gone`), lines.text);
    }),
  ));

test('a Unix socket on which another process listens is refused, and that process is left alone', () =>
  withPath(async (path) => {
    const first = await open(path);
    await assert.rejects(open(path), {
      code: 'KEELSON_LISTEN_FAILED',
      message: `Cannot listen on the Unix socket ${path}: another process listens there; stop it or configure another path`,
    });
    assert.match(await begin(path), /\r\n\r\nserved$/);
    await close(first);
  }));

test('a file that is not a socket is never removed to make room for one', () =>
  withPath(async (path) => {
    await writeFile(path, 'precious');
    await assert.rejects(open(path), {
      code: 'KEELSON_LISTEN_FAILED',
      message: `Cannot listen on the Unix socket ${path}: the file is not a socket; remove it or configure another path`,
    });
    assert.ok((await lstat(path)).isFile());
  }));

test('connections that the system had already made are still accepted: connections in the queue of a Unix socket are served at a stop, and later ones find no socket', () =>
  withPath(async (path) => {
    const listener = await open(path);
    const answers: Promise<string>[] = [];
    // One in every second turn of the event loop: each turn between them finds the queue empty, and the next connection comes right before a
    // listener that trusts this would close.
    const connected = (async () => {
      for (let turn = 0; turn < 1_000; turn++) {
        if (turn % 2 === 0) answers.push(begin(path));
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await listener.stopAccepting();
    const drained = listener.drain(new AbortController().signal);
    await connected;
    const outcomes = new Set((await Promise.all(answers)).map((answer) => (answer.endsWith('\r\n\r\nserved') ? 'served' : answer)));
    assert.deepEqual([...outcomes], ['served', 'ENOENT']);
    assert.deepEqual(await drained, { cutOff: 0 });
    await assert.rejects(lstat(path), { code: 'ENOENT' });
  }));

test('a Unix socket can be opened again right after it was closed', () =>
  withPath(async (path) => {
    await close(await open(path));
    const other = createServer().listen(path);
    await once(other, 'listening');
    other.close();
    await once(other, 'close');
  }));

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('a process without file descriptors says so once, goes on serving, and recovers by itself', { timeout: 60_000 }, async (t) => {
  if (process.platform === 'win32') {
    t.diagnostic('NOT CHECKED: there is no limit on file descriptors to be set here');
    return;
  }
  const program = fileURLToPath(new URL('descriptor-program.js', import.meta.url));
  const child = spawn('/bin/sh', ['-c', 'ulimit -n 60 && exec "$0" "$1"', process.execPath, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let wake = (): void => undefined;
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
    wake();
  });
  child.once('exit', () => wake());
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(output);
      if (found !== null) return found;
      assert.equal(child.exitCode, null, output);
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const sockets: Socket[] = [];
  const ask = async (socket: Socket): Promise<string> => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [piece] = (await once(socket, 'data')) as [Buffer];
    return piece.toString().split('\r\n\r\n')[1]!;
  };
  const open = (port: number): Socket => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
  try {
    const port = Number((await until(/^port (\d+)$/m))[1]);
    const early = open(port);
    assert.equal(await ask(early), 'served');
    for (let i = 0; i < 100; i++) open(port);
    await until(/ERROR .*No file descriptor is left \(EMFILE\), so new connections are closed unanswered\. Raise the limit/);
    assert.equal(await ask(early), 'served');
    for (const socket of sockets) if (socket !== early) socket.destroy();
    await until(/WARN .*File descriptors are free again: connections are accepted/);
    assert.equal(await ask(open(port)), 'served');
    assert.equal(output.match(/No file descriptor is left/g)?.length, 1);
  } finally {
    for (const socket of sockets) socket.destroy();
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

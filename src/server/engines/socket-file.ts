import { lstat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';

/** What holds the path of a Unix socket. */
export type SocketOccupant = 'process' | 'stale socket' | 'other file' | 'nothing';

/** Finds out by connecting: only a socket whose process is gone refuses. */
export async function occupantOf(path: string): Promise<SocketOccupant> {
  try {
    if (!(await lstat(path)).isSocket()) return 'other file';
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return 'nothing';
    throw thrown;
  }
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve('process');
    });
    // EAGAIN (its queue is full) and EACCES (it belongs to another user) do not tell that nobody is there.
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' ? 'stale socket' : code === 'ENOENT' ? 'nothing' : 'process'),
    );
  });
}

/** Removes the file of a socket; one that is gone already is fine. */
export async function removeSocketFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
  }
}

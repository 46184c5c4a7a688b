import type { Server } from 'node:net';

import type { ListenAddress, ListenOptions } from './engine.js';

/** Opens a server on its address; what the system refuses becomes one sentence that says what to do. */
export function listen(server: Server, address: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(new ListenError(address, error));
    server.once('error', onError);
    server.listen(
      address.kind === 'unix' ? { path: address.path } : { port: address.port, host: address.host, backlog: address.backlog ?? 1024 },
      () => {
        server.off('error', onError);
        resolve();
      },
    );
  });
}

/** The address for people. */
export function listenerUrl({ address, tls }: ListenOptions, port: number): string {
  if (address.kind === 'unix') return `unix:${address.path}`;
  const host = address.host ?? '0.0.0.0';
  return `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A connector could not be opened. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code = 'KEELSON_LISTEN_FAILED';
  constructor(
    readonly address: ListenAddress,
    cause: NodeJS.ErrnoException,
  ) {
    super(sentence(address, cause), { cause });
  }
}

function sentence(address: ListenAddress, { code, message }: NodeJS.ErrnoException): string {
  const place = address.kind === 'unix' ? `the Unix socket ${address.path}` : `port ${address.port} on ${address.host ?? 'all addresses'}`;
  switch (code) {
    case 'EADDRINUSE':
      return address.kind === 'unix'
        ? `Cannot listen on ${place}: it is in use, or left over from a process that ended badly; stop the other process or delete the file`
        : `Cannot listen on ${place}: another process listens there; stop it or configure another port`;
    case 'EACCES':
    case 'EPERM':
      return address.kind === 'unix'
        ? `Cannot listen on ${place}: no permission to create the file; check the folder's owner and mode`
        : `Cannot listen on ${place}: no permission; use a port above 1023, or give the process the right to bind low ports`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Cannot listen on ${place}: this machine has no such address; check bindHost`;
    case 'ENOENT':
      return `Cannot listen on ${place}: the folder does not exist; create it first`;
    default:
      return `Cannot listen on ${place}: ${message}`;
  }
}

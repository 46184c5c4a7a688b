import type { Server } from 'node:net';

import { getLogger } from '../../logging/get-logger.js';
import type { ListenAddress, ListenOptions } from './engine.js';
import { occupantOf, removeSocketFile } from './socket-file.js';

const log = getLogger('keelson.server.Listen');

type UnixAddress = Extract<ListenAddress, { kind: 'unix' }>;

/** Opens a server on its address; what the system refuses becomes one sentence that says what to do. */
export async function listen(server: Server, address: ListenAddress): Promise<void> {
  try {
    await bind(server, address);
  } catch (thrown) {
    const error = thrown as NodeJS.ErrnoException;
    if (error.code !== 'EADDRINUSE' || address.kind !== 'unix') throw new ListenError(address, error);
    await removeStaleSocket(address, error);
    await listen(server, address);
  }
}

function bind(server: Server, address: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(
      address.kind === 'unix' ? { path: address.path } : { port: address.port, host: address.host, backlog: address.backlog ?? 1024 },
      () => {
        server.off('error', reject);
        resolve();
      },
    );
  });
}

// A process that is killed leaves its socket file behind, and with it the address is "in use" until the file is gone.
async function removeStaleSocket(address: UnixAddress, inUse: NodeJS.ErrnoException): Promise<void> {
  const occupant = await occupantOf(address.path);
  if (occupant === 'process') throw new ListenError(address, inUse);
  if (occupant === 'other file')
    throw new ListenError(address, Object.assign(new Error('not a socket', { cause: inUse }), { code: 'ENOTSOCK' }));
  log.warn('Removing the Unix socket %s: the process that made it is gone', address.path);
  try {
    await removeSocketFile(address.path);
  } catch (thrown) {
    throw new ListenError(address, thrown as NodeJS.ErrnoException);
  }
}

/** The address for people. */
export function listenerUrl({ address, tls }: ListenOptions, port: number): string {
  if (address.kind === 'unix') return `unix:${address.path}`;
  const host = address.host ?? '0.0.0.0';
  return `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** One or more connectors could not be opened. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code = 'KEELSON_LISTEN_FAILED';
  /** The places that were refused, each with the reason. */
  readonly refusals: readonly ListenRefusal[];

  constructor(address: ListenAddress, cause: NodeJS.ErrnoException);
  constructor(refusals: readonly ListenRefusal[]);
  constructor(first: ListenAddress | readonly ListenRefusal[], cause?: NodeJS.ErrnoException) {
    const refusals = cause === undefined ? (first as readonly ListenRefusal[]) : [{ address: first as ListenAddress, cause }];
    super(sentences(refusals), { cause: refusals[0]!.cause });
    this.refusals = refusals;
  }
}

/** A place where nothing could listen, and what the system said. */
export interface ListenRefusal {
  readonly address: ListenAddress;
  readonly cause: NodeJS.ErrnoException;
}

/** One sentence for each reason, with all the places it holds for. */
function sentences(refusals: readonly ListenRefusal[]): string {
  const placesByReason = new Map<string, string[]>();
  for (const { address, cause } of refusals) {
    const why = reason(address, cause);
    const places = placesByReason.get(why);
    if (places === undefined) placesByReason.set(why, [place(address)]);
    else places.push(place(address));
  }
  return [...placesByReason].map(([why, places]) => `Cannot listen on ${listed(places)}: ${why}`).join('. ');
}

function listed(places: readonly string[]): string {
  return places.length === 1 ? places[0]! : `${places.slice(0, -1).join(', ')} and ${places.at(-1)!}`;
}

function place(address: ListenAddress): string {
  return address.kind === 'unix' ? `the Unix socket ${address.path}` : `port ${address.port} on ${address.host ?? 'all addresses'}`;
}

function reason({ kind }: ListenAddress, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EADDRINUSE':
      return kind === 'unix'
        ? 'another process listens there; stop it or configure another path'
        : 'another process listens there; stop it or configure another port';
    case 'ENOTSOCK':
      return 'the file is not a socket; remove it or configure another path';
    case 'EACCES':
    case 'EPERM':
      return kind === 'unix'
        ? "no permission to create the file; check the folder's owner and mode"
        : 'no permission; use a port above 1023, or give the process the right to bind low ports';
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'this machine has no such address; check bindHost';
    case 'ENOENT':
      return 'the folder does not exist; create it first';
    default:
      return message;
  }
}

import type { ConnectorFactory } from './connectors/connector-factory.js';

/** Two connectors of the service want the same port. */
export class PortConflictError extends Error {
  override readonly name = 'PortConflictError';
  readonly code = 'KEELSON_PORT_CONFLICT';

  constructor(
    readonly port: number,
    first: string,
    second: string,
  ) {
    super(`${first} and ${second} both have port ${port}; give one of them another port`);
  }
}

/** Refuses connectors that cannot all be opened, before one of them is. The lists have the names of their keys. */
export function refuseSharedPorts(lists: Readonly<Record<string, readonly ConnectorFactory[]>>): void {
  const taken = new Map<string, string>();
  for (const [key, connectors] of Object.entries(lists)) {
    for (const [index, connector] of connectors.entries()) {
      // Connectors on Unix sockets, and those of the user's own, have no port.
      const { port, bindHost } = connector as { readonly port?: unknown; readonly bindHost?: unknown };
      if (typeof port !== 'number' || port === 0) continue;
      const address = `${typeof bindHost === 'string' ? bindHost : ''} ${port}`;
      const name = `server.${key}[${index}]`;
      const first = taken.get(address);
      if (first !== undefined) throw new PortConflictError(port, first, name);
      taken.set(address, name);
    }
  }
}

import type { Handler } from './handler.js';

/**
 * Which handler owns which path: the longest prefix wins, whole segments only.
 *
 * A mount at "/assets" owns "/assets" and everything below it, not "/assets2". A mount at "/" owns what nobody else does.
 */
export class MountTable {
  private readonly mounts: Mount[] = [];
  private readonly owners = new Map<string, string>();

  /** `path` may be written with a trailing "/*" or "/"; `owner` names the holder in the refusal of a second one. */
  mount(path: string, owner: string, handler: Handler): this {
    const prefix = normalizedPrefix(path);
    const first = this.owners.get(prefix);
    if (first !== undefined) throw new MountConflictError(prefix === '' ? '/' : prefix, first, owner);
    this.owners.set(prefix, owner);
    this.mounts.push({ prefix, owner, handler });
    this.mounts.sort((a, b) => b.prefix.length - a.prefix.length);
    return this;
  }

  /** The handler that owns the path, undefined where nobody does. */
  find(path: string): Handler | undefined {
    for (const mount of this.mounts) if (owns(mount.prefix, path)) return mount.handler;
    return undefined;
  }

  /** Each mounted path with its owner, the longest first. */
  entries(): readonly { readonly path: string; readonly owner: string }[] {
    return this.mounts.map(({ prefix, owner }) => ({ path: prefix === '' ? '/' : prefix, owner }));
  }

  /** One handler for the whole table, which hands on to the owner or to `otherwise`. */
  handler(otherwise: Handler): Handler {
    const [only] = this.mounts;
    if (this.mounts.length === 1 && only!.prefix === '') return only!.handler;
    return (exchange) => (this.find(exchange.path) ?? otherwise)(exchange);
  }
}

/** Two parts of the application want the same path. */
export class MountConflictError extends Error {
  override readonly name = 'MountConflictError';
  readonly code = 'KEELSON_MOUNT_CONFLICT';
  constructor(
    readonly path: string,
    readonly first: string,
    readonly second: string,
  ) {
    super(`${second} and ${first} both want the path ${path}; give one of them another path`);
  }
}

/** A context path as people write it ("/application/*", "/application/", "application") as a prefix: "/application"; the root is "". */
export function normalizedPrefix(path: string): string {
  const inner = path
    .trim()
    .replace(/\/?\*$/, '')
    .replace(/^\/+|\/+$/g, '');
  return inner === '' ? '' : `/${inner}`;
}

function owns(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || prefix === '' || path.charCodeAt(prefix.length) === 47);
}

interface Mount {
  readonly prefix: string;
  readonly owner: string;
  readonly handler: Handler;
}

/** Something that answers at a path and, where it is a mount, at everything below it. */
export interface PathClaim {
  /** From the root of the port; variables as in `/people/{id}`. */
  readonly path: string;
  /** Who it is, in messages: "the assets bundle "site"", "PeopleResource.find". */
  readonly owner: string;
  readonly kind: 'mount' | 'endpoint';
}

/**
 * A sentence for each pair that cannot both be served: two mounts of one path, and an endpoint at or below a mount, which takes everything there. Mounts
 * may lie below each other: the longest path wins. So a mount above the `root` of the endpoints hides none of them, and one exactly there hides all.
 */
export function pathConflicts(claims: readonly PathClaim[], root = ''): readonly string[] {
  const mounts = claims.filter(({ kind }) => kind === 'mount').map((claim) => ({ ...claim, path: normalizedPrefix(claim.path) }));
  const endpoints = claims.filter(({ kind }) => kind === 'endpoint');
  const twice = mounts.flatMap(({ owner, path }, index) =>
    mounts.slice(0, index).flatMap((first) => (first.path === path ? [bothWant(path, first.owner, owner)] : [])),
  );
  if (endpoints.length === 0) return twice;
  const atRoot = mounts.filter(({ path }) => path === root).map(({ owner }) => bothWant(root, 'the resources', owner));
  const below = mounts.filter(({ path }) => path.startsWith(`${root}/`));
  const hidden = endpoints.flatMap(({ owner, path }) =>
    below
      .filter((mount) => path === mount.path || path.startsWith(`${mount.path}/`))
      .map(
        (mount) =>
          `${owner}: its path ${path} lies below ${mount.path}, where ${mount.owner} takes everything; give one of them another path`,
      ),
  );
  return [...twice, ...atRoot, ...hidden];
}

/** Two parts of the service want the same path. */
export class MountConflictError extends Error {
  override readonly name = 'MountConflictError';
  readonly code = 'KEELSON_MOUNT_CONFLICT';
  constructor(readonly conflicts: readonly string[]) {
    super(
      conflicts.length === 1
        ? conflicts[0]
        : `${conflicts.length} paths are wanted twice:\n${conflicts.map((one) => `  * ${one}`).join('\n')}`,
    );
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

function bothWant(path: string, first: string, second: string): string {
  return `${second} and ${first} both want the path ${path === '' ? '/' : path}; give one of them another path`;
}

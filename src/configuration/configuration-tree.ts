/** What a configuration says before it becomes an object: values that remember where they came from. Nodes are never changed, only replaced. */
export type ConfigurationNode = ScalarNode | ListNode | MapNode | UnreadableNode;

/** A single value of a configuration, as parsed and as written. */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** The value as written, before it was taken for a number or a boolean: "1.10" stays "1.10" where text is wanted. */
  readonly source: string;
  readonly origin: Origin;
  readonly original?: Original;
  /** Free text from outside the file, which may be a secret. Known only once the tree was compared with its class. */
  readonly sensitive?: boolean;
}

/** A list of a configuration. */
export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly ConfigurationNode[];
  readonly origin: Origin;
  readonly original?: Original;
}

/** A section of a configuration: its keys, in the order of the file. */
export interface MapNode {
  readonly kind: 'map';
  /** A Map and not an object, so that no key, `__proto__` included, means anything but itself. */
  readonly entries: ReadonlyMap<string, MapEntry>;
  readonly origin: Origin;
  readonly original?: Original;
  /** The class of the default that this section was made from, also after an override changed a part of it. */
  readonly defaultClass?: unknown;
}

/** A value that is wrong in itself, such as an undefined variable. It was reported, so the later steps pass over it. */
export interface UnreadableNode {
  readonly kind: 'unreadable';
  readonly origin: Origin;
  readonly original?: undefined;
}

/** A key of a configuration with the value behind it. */
export interface MapEntry {
  readonly keyOrigin: Origin;
  readonly node: ConfigurationNode;
  /** Not to be shown. Known only once the tree was compared with its class. */
  readonly secret?: boolean;
}

/** The live value that a node was made from, if it is a default of the class; binding uses it as it is. */
export interface Original {
  readonly value: unknown;
}

/** Where a value came from. */
export type Origin =
  | { readonly kind: 'file'; readonly line: number; readonly column: number }
  /** Put in place of `${…}`; `sources` names the variables and files: "environment variable PORT". */
  | { readonly kind: 'substituted'; readonly sources: readonly string[]; readonly line: number; readonly column: number }
  /** `path` is the override's path, without the prefix. */
  | { readonly kind: 'override'; readonly path: string }
  | { readonly kind: 'default' };

/** What every override begins with on the command line. */
export const overridePrefix = '-Dsvc.';

export const fromDefaults: Origin = { kind: 'default' };

export function textNode(text: string, origin: Origin): ScalarNode {
  return { kind: 'scalar', value: text, source: text, origin };
}

/** True for a key with nothing behind it. */
export function isNull(node: ConfigurationNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

/** The origin in an operator's words, as it stands behind a message: "config.yml:3:7", "-Dsvc.name". */
export function describeOrigin(origin: Origin, path: string): string | undefined {
  switch (origin.kind) {
    case 'file':
      return `${path}:${origin.line}:${origin.column}`;
    case 'substituted':
      return `${path}:${origin.line}:${origin.column}, from ${origin.sources.join(', ')}`;
    case 'override':
      return `${overridePrefix}${origin.path}`;
    case 'default':
      return undefined;
  }
}

/** The path of a value as overrides write it: "server.applicationConnectors[0].port". */
export function joinPath(parent: string, step: string | number): string {
  if (typeof step === 'number') return `${parent}[${step}]`;
  const key = step.replaceAll('.', '\\.');
  return parent === '' ? key : `${parent}.${key}`;
}

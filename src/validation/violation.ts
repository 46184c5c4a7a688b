import { shortened } from '../values/shortened.js';

/** One constraint that a value does not meet. */
export interface Violation {
  /** Where, from the validated value: `address.street`, `examples[1].id`, `[one].id`; empty for the value itself. */
  readonly path: string;
  /** The same in parts, for programs. */
  readonly nodes: readonly PathNode[];
  /** What is wrong, without the path: `may not be empty`. */
  readonly message: string;
  /** The constraint's name: `NotEmpty`, `ValidationMethod`, or that of your own. */
  readonly constraint: string;
  /** What the constraint was given: `{ min: 3, max: 5 }`. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The name of the @ValidationMethod that said no; its message then stands alone, and the path is that of the object. */
  readonly validationMethod: string | undefined;
}

/** One step from an object to a part of it. */
export type PathNode =
  | { readonly kind: 'property'; readonly name: string }
  /** The position in a list, or in a set as it is iterated. */
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'key'; readonly key: string };

/** Checks a value and adds what is wrong with it; adds and allocates nothing where all is valid. */
export type Check = (value: unknown, violations: Violation[]) => void;

/** No further element is looked at once a validation has found so many: a small body must not be answered with a large one. */
export const enoughViolations = 1000;

/** The violation in one line: `<path> <message>`, or the message alone for a @ValidationMethod or the value itself. */
export function describeViolation(violation: Violation): string {
  const { path, message, validationMethod } = violation;
  return path === '' || validationMethod !== undefined ? message : `${path} ${message}`;
}

/** The form of a violation while it travels up from the part that was found invalid to the value that was asked about. */
export class FoundViolation implements Violation {
  // Most violations lie one step down; a list for the way is made only for longer ones.
  private last: PathNode | undefined = undefined;
  private before: PathNode[] | undefined = undefined;

  constructor(
    readonly constraint: string,
    readonly message: string,
    readonly attributes: Readonly<Record<string, unknown>>,
    readonly validationMethod: string | undefined,
  ) {}

  get nodes(): readonly PathNode[] {
    return this.last === undefined ? [] : [...(this.before ?? []).toReversed(), this.last];
  }

  get path(): string {
    return pathOf(this.nodes);
  }

  /** Says that what was found so far lies within this part of something larger. */
  within(node: PathNode): this {
    if (this.last === undefined) this.last = node;
    else if (this.before === undefined) this.before = [node];
    else this.before.push(node);
    return this;
  }

  /** Getters do not show in JSON by themselves, and a bound may be a bigint, which JSON cannot show. */
  toJSON(): Omit<Violation, 'nodes'> {
    const { path, message, constraint, attributes, validationMethod } = this;
    const shown = Object.entries(attributes).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value] as const);
    return { path, message, constraint, attributes: Object.fromEntries(shown), validationMethod };
  }
}

/** Puts all violations found since `from` into a part of the value that is being checked. */
export function placeWithin(violations: readonly Violation[], from: number, node: PathNode): void {
  // Checks are given lists of their own making; whatever was added since `from` was added by them.
  for (let index = from; index < violations.length; index++) (violations[index] as FoundViolation).within(node);
}

/** Keys of maps are the client's, and each violation below one repeats it. */
const shownKeyLength = 100;

function pathOf(nodes: readonly PathNode[]): string {
  let path = '';
  for (const node of nodes) {
    if (node.kind === 'property') path += path === '' ? node.name : `.${node.name}`;
    else path += `[${node.kind === 'index' ? node.index : shortened(node.key, shownKeyLength)}]`;
  }
  return path;
}

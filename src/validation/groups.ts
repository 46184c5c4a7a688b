/** Names a set of constraints that can be chosen together; made by {@link group}. */
export interface Group {
  readonly name: string;
  readonly includes: readonly Group[];
}

/** The group of every constraint that names none, and the one that is validated where none is chosen. */
export const Default: Group = group('Default');

/** Makes a group: `group('V2', V1, Default)` chooses what V1 and Default choose as well. */
export function group(name: string, ...includes: readonly Group[]): Group {
  return Object.freeze({ name, includes: Object.freeze([...includes]) });
}

/**
 * The groups that are chosen: those given and all they include, or the default group if none is given. Equal choices are one object.
 *
 * The cache never shrinks: groups come from annotations and from the application's code, not from what clients send.
 */
export class GroupSet {
  private static readonly known = new Map<string, GroupSet>();

  private constructor(private readonly groups: ReadonlySet<Group>) {}

  static of(groups: readonly Group[]): GroupSet {
    return groups.length === 0 ? defaultGroups : GroupSet.including(groups);
  }

  private static including(groups: readonly Group[]): GroupSet {
    const all = new Set<Group>();
    for (const one of groups) include(one, all);
    const key = [...all]
      .map(numberOf)
      .toSorted((a, b) => a - b)
      .join(',');
    let set = GroupSet.known.get(key);
    if (set === undefined) GroupSet.known.set(key, (set = new GroupSet(all)));
    return set;
  }

  /** True where at least one of the groups is chosen. */
  selects(groups: readonly Group[]): boolean {
    return groups.some((one) => this.groups.has(one));
  }

  /** The names, for messages: "Default, V1". */
  toString(): string {
    return [...this.groups].map((one) => one.name).join(', ');
  }
}

function include(one: Group, all: Set<Group>): void {
  if (all.has(one)) return;
  all.add(one);
  for (const other of one.includes) include(other, all);
}

const numbers = new WeakMap<Group, number>();
let count = 0;

/** Two groups may have one name; a number tells them apart. */
function numberOf(one: Group): number {
  let number = numbers.get(one);
  if (number === undefined) numbers.set(one, (number = count++));
  return number;
}

const defaultGroups = GroupSet.of([Default]);

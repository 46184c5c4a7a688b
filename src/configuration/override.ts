import { ConfigurationOverrideError } from './configuration-error.js';
import { textNode } from './configuration-tree.js';
import type { ConfigurationNode, ListNode, MapNode, Origin } from './configuration-tree.js';

/** A setting given beside the file: `-Dsvc.path=value` on the command line. */
export interface Override {
  /** The dotted path without the prefix `svc.`: "server.applicationConnectors[0].port". */
  readonly path: string;
  readonly value: string;
}

/**
 * Step 4: the tree with the overrides in it, applied in the order given, so that of the same path the last wins. A value is added where
 * there was none; where there was a list, it is split at its commas. An element of a list that the tree does not have is one of the
 * defaults.
 */
export function applyOverrides(root: MapNode, overrides: readonly Override[], defaults: () => MapNode): MapNode {
  const problems = new Set<string>();
  let tree = root;
  for (const { path, value } of overrides) {
    try {
      tree = put(tree, stepsOf(path), { value, origin: { kind: 'override', path }, defaults });
    } catch (error) {
      if (!(error instanceof OverrideProblem)) throw error;
      problems.add(`Unable to override ${path}; ${error.message}`);
    }
  }
  if (problems.size > 0) throw new ConfigurationOverrideError([...problems]);
  return tree;
}

interface Setting {
  readonly value: string;
  readonly origin: Origin;
  /** What the class has in place of the node that is being changed, asked for only where it is needed. */
  readonly defaults: () => ConfigurationNode | undefined;
}

/** Why an override cannot be applied, to stand behind its name. */
class OverrideProblem extends Error {}

const deepestPath = 100;

/** The steps of "a.b\\.c[0].d": "a", "b.c[0]", "d". */
function stepsOf(path: string): readonly string[] {
  const steps = path.split(/(?<!\\)\./).map((step) => step.replaceAll('\\.', '.'));
  if (steps.includes('')) throw new OverrideProblem('a part of its path is empty.');
  if (steps.length > deepestPath) throw new OverrideProblem('its path is too long.');
  return steps;
}

function put(node: ConfigurationNode, steps: readonly string[], setting: Setting): MapNode {
  if (node.kind === 'list') throw new OverrideProblem('target is an array but no index specified');
  if (node.kind === 'scalar') throw new OverrideProblem("it's not a valid path.");
  const { key, indexes, rest } = findStep(node, steps);
  const existing = givenNode(node.entries.get(key)?.node);
  if (existing === undefined && /[[\]]/.test(key)) throw new OverrideProblem('an index is a whole number, as in name[0].');
  const defaults = () => entryOf(setting.defaults(), key);
  const change = (target: ConfigurationNode | undefined) =>
    rest.length === 0 ? settled(target, setting) : descend(target, rest, { ...setting, defaults });
  if (indexes.length === 0) return withEntry(node, key, change(existing), setting.origin);
  return withEntry(node, key, putAt(existing ?? listWith(defaults(), indexes[0]!), indexes, change), setting.origin);
}

function entryOf(node: ConfigurationNode | undefined, key: string): ConfigurationNode | undefined {
  return node?.kind === 'map' ? node.entries.get(key)?.node : undefined;
}

function listWith(node: ConfigurationNode | undefined, index: number): ListNode | undefined {
  return node?.kind === 'list' && index < node.items.length ? node : undefined;
}

/** What is there to be changed: a field that the class leaves empty is as good as absent, and the value is added. */
function givenNode(node: ConfigurationNode | undefined): ConfigurationNode | undefined {
  const isEmptyDefault = node?.kind === 'scalar' && node.value === null && node.origin.kind === 'default';
  return isEmptyDefault ? undefined : node;
}

interface Step {
  readonly key: string;
  readonly indexes: readonly number[];
  readonly rest: readonly string[];
}

/** The longest run of steps that is, joined by dots, a key of the map; else the first step alone. */
function findStep(map: MapNode, steps: readonly string[]): Step {
  for (let count = steps.length; count > 0; count--) {
    const rest = steps.slice(count);
    const written = steps.slice(0, count).join('.');
    const literal = map.entries.get(written)?.node;
    // A shorter literal key is of no use where the path goes on and there is nothing below it.
    if (literal !== undefined && (rest.length === 0 || count === 1 || literal.kind !== 'scalar'))
      return { key: written, indexes: [], rest };
    const indexed = splitIndexes(written);
    if (indexed.indexes.length > 0 && map.entries.has(indexed.key)) return { ...indexed, rest };
  }
  return { ...splitIndexes(steps[0]!), rest: steps.slice(1) };
}

function splitIndexes(step: string): Pick<Step, 'key' | 'indexes'> {
  const parts = /^([^[\]]*)((?:\[\d{1,9}\])+)$/.exec(step);
  if (parts !== null) return { key: parts[1]!, indexes: parts[2]!.slice(1, -1).split('][').map(Number) };
  return { key: step, indexes: [] };
}

function putAt(
  target: ConfigurationNode | undefined,
  [index, ...deeper]: readonly number[],
  change: (target: ConfigurationNode) => ConfigurationNode,
): ConfigurationNode {
  if (target === undefined) throw new OverrideProblem('node with index not found.');
  if (target.kind !== 'list') throw new OverrideProblem('node with index is not an array.');
  const item = target.items[index!];
  if (item === undefined) throw new OverrideProblem('index is greater than size of array.');
  return withItem(target, index!, deeper.length === 0 ? change(item) : putAt(item, deeper, change));
}

function descend(target: ConfigurationNode | undefined, rest: readonly string[], setting: Setting): ConfigurationNode {
  return put(target ?? { kind: 'map', entries: new Map(), origin: setting.origin }, rest, setting);
}

/** The value in place of what was there; where that was a list, a list of its parts. */
function settled(target: ConfigurationNode | undefined, { value, origin }: Setting): ConfigurationNode {
  if (target?.kind !== 'list') return textNode(value, origin);
  return { kind: 'list', items: splitAtCommas(value).map((part) => textNode(part, origin)), origin };
}

/** "a\,b, c" are two: "a,b" and "c". */
function splitAtCommas(text: string): readonly string[] {
  return text.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim());
}

// What was changed is no longer the default that it was made from, so the original is left behind.
function withEntry(map: MapNode, key: string, node: ConfigurationNode, origin: Origin): MapNode {
  const entries = new Map(map.entries);
  entries.set(key, { keyOrigin: entries.get(key)?.keyOrigin ?? origin, node });
  return { kind: 'map', entries, origin: map.origin };
}

function withItem(list: ListNode, index: number, item: ConfigurationNode): ListNode {
  return { kind: 'list', items: list.items.with(index, item), origin: list.origin };
}

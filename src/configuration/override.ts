import type { Subtypes } from '../json/subtypes.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { instanceOf } from './configuration-class.js';
import type { ConfigurationReport } from './configuration-report.js';
import { isNull, textNode } from './configuration-tree.js';
import type { ConfigurationNode, ListNode, MapNode, Origin } from './configuration-tree.js';
import { classOf, classOfSection, isDeclaredList, keyRuleOf, typeOfEntry, typeOfItem } from './declared-type.js';
import type { KeyRule } from './declared-type.js';
import { effectiveTree } from './effective-tree.js';

/** A setting given beside the file: `-Dsvc.path=value` on the command line. */
export interface Override {
  /** The dotted path without the prefix `svc.`: "server.applicationConnectors[0].port". */
  readonly path: string;
  readonly value: string;
}

/** What overrides need to know of the configuration beside its tree. */
export interface OverrideTarget {
  readonly type: Class;
  readonly subtypes: Subtypes;
}

/**
 * Step 4: the tree with the overrides in it, applied in the order given, so that of the same path the last wins. A value is added where
 * there was none; where there was a list, it is split at its commas. An element of a list that the tree does not have is one of the
 * defaults of its section.
 */
export function applyOverrides(
  root: MapNode,
  overrides: readonly Override[],
  target: OverrideTarget,
  report: ConfigurationReport,
): MapNode {
  const applier = new OverrideApplier(target.subtypes);
  const type: TypeRef = { kind: 'class', type: target.type };
  let tree = root;
  for (const { path, value } of overrides) {
    const origin: Origin = { kind: 'override', path };
    try {
      tree = applier.put(tree, type, stepsOf(path), { value, origin });
    } catch (error) {
      if (!(error instanceof OverrideProblem)) throw error;
      report.addOverride(`Unable to override ${path}; ${error.message}`, origin);
    }
  }
  return tree;
}

/** The new value, to be put where a path leads. */
interface Replacement {
  readonly value: string;
  readonly origin: Origin;
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

class OverrideApplier {
  constructor(private readonly subtypes: Subtypes) {}

  /** The section with the replacement at the end of the path. */
  put(section: MapNode, type: TypeRef | undefined, steps: readonly string[], replacement: Replacement): MapNode {
    const rule = keyRuleOf(type);
    const { key, indexes, rest } = findKey(section, steps, rule);
    const present = givenNode(section.entries.get(key)?.node);
    if (rule === 'step' && present === undefined && indexes === undefined && /[[\]]/.test(key)) {
      throw new OverrideProblem('an index is a whole number, as in name[0].');
    }
    const target = indexes === undefined ? present : (present ?? this.defaultList(section, type, key, indexes[0]!));
    const entryType = typeOfEntry(type, section, key, this.subtypes);
    return withEntry(section, key, this.changed(target, entryType, { indexes: indexes ?? [], rest }, replacement), replacement.origin);
  }

  /** The node with the replacement below it, or in its place where the path ends. */
  private changed(
    node: ConfigurationNode | undefined,
    type: TypeRef | undefined,
    { indexes: [index, ...deeper], rest }: RestOfPath,
    replacement: Replacement,
  ): ConfigurationNode {
    if (index !== undefined) {
      const { list, item } = itemAt(node, index);
      return withItem(list, index, this.changed(item, typeOfItem(type), { indexes: deeper, rest }, replacement));
    }
    return rest.length === 0
      ? replacementNode(node, type, replacement)
      : this.put(sectionAt(node, replacement.origin), type, rest, replacement);
  }

  /** The default list of the section's class, if it has that element. */
  private defaultList(section: MapNode, type: TypeRef | undefined, key: string, index: number): ListNode | undefined {
    const declared = classOf(type);
    const chosen = declared === undefined ? undefined : classOfSection(declared, section, this.subtypes);
    const list = chosen === undefined ? undefined : effectiveTree(instanceOf(chosen)).entries.get(key)?.node;
    return list?.kind === 'list' && index < list.items.length ? list : undefined;
  }
}

interface RestOfPath {
  readonly indexes: readonly number[];
  readonly rest: readonly string[];
}

/** The node to change. A field that the class leaves empty counts as absent, so that the value is added. */
function givenNode(node: ConfigurationNode | undefined): ConfigurationNode | undefined {
  return node !== undefined && isNull(node) && node.origin.kind === 'default' ? undefined : node;
}

interface FoundKey {
  readonly key: string;
  /** The indexes behind the key, if there are any. */
  readonly indexes: readonly number[] | undefined;
  readonly rest: readonly string[];
}

/** The longest run of steps that is, joined by dots, a key of the section; else as the rule says. */
function findKey(section: MapNode, steps: readonly string[], rule: KeyRule): FoundKey {
  const whole = steps.join('.');
  if (rule === 'rest') return { key: whole, indexes: undefined, rest: [] };
  for (let count = steps.length; count > 0; count--) {
    const rest = steps.slice(count);
    const written = steps.slice(0, count).join('.');
    const literal = section.entries.get(written)?.node;
    // A key with a single value behind it is of no use where the path goes on.
    const leadsOn = rest.length === 0 || literal?.kind === 'map' || literal?.kind === 'list' || (rule === 'step' && count === 1);
    if (literal !== undefined && leadsOn) return { key: written, indexes: undefined, rest };
    const indexed = splitIndexes(written);
    if (indexed !== undefined && section.entries.has(indexed.key)) return { ...indexed, rest };
  }
  // An escaped dot says where the key ends.
  if (rule === 'restOrStep' && !steps[0]!.includes('.')) return { key: whole, indexes: undefined, rest: [] };
  const [first, ...rest] = steps;
  return { ...(splitIndexes(first!) ?? { key: first!, indexes: undefined }), rest };
}

function splitIndexes(step: string): { readonly key: string; readonly indexes: readonly number[] } | undefined {
  const parts = /^([^[\]]*)((?:\[\d{1,9}\])+)$/.exec(step);
  return parts === null ? undefined : { key: parts[1]!, indexes: parts[2]!.slice(1, -1).split('][').map(Number) };
}

function itemAt(node: ConfigurationNode | undefined, index: number): { readonly list: ListNode; readonly item: ConfigurationNode } {
  if (node === undefined) throw new OverrideProblem('node with index not found.');
  if (node.kind !== 'list') throw new OverrideProblem('node with index is not an array.');
  const item = node.items[index];
  if (item === undefined) throw new OverrideProblem('index is greater than size of array.');
  return { list: node, item };
}

/** The section that a path goes on in; a new one where there is nothing, or a key with nothing behind it. */
function sectionAt(node: ConfigurationNode | undefined, origin: Origin): MapNode {
  if (node === undefined || node.kind === 'unreadable' || isNull(node)) return { kind: 'map', entries: new Map(), origin };
  if (node.kind === 'list') throw new OverrideProblem('target is an array but no index specified');
  if (node.kind === 'scalar') throw new OverrideProblem("it's not a valid path.");
  return node;
}

/** The node that replaces another. A list is replaced by a list: the parts of the value. */
function replacementNode(
  node: ConfigurationNode | undefined,
  type: TypeRef | undefined,
  { value, origin }: Replacement,
): ConfigurationNode {
  const wasList = node?.kind === 'list';
  if (value.trim() === '[]' && (wasList || isDeclaredList(type))) return { kind: 'list', items: [], origin };
  if (!wasList) return textNode(value, origin);
  return { kind: 'list', items: splitAtCommas(value).map((part) => textNode(part, origin)), origin };
}

/** "a\,b, c" are two: "a,b" and "c". */
function splitAtCommas(text: string): readonly string[] {
  return text.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim());
}

// A changed section is no longer the default that it was made from, so `original` is dropped.
function withEntry(map: MapNode, key: string, node: ConfigurationNode, origin: Origin): MapNode {
  const entries = new Map(map.entries);
  const before = entries.get(key)?.keyOrigin;
  entries.set(key, { keyOrigin: before === undefined || before.kind === 'default' ? origin : before, node });
  const { defaultClass } = map;
  return { kind: 'map', entries, origin: map.origin, ...(defaultClass === undefined ? {} : { defaultClass }) };
}

function withItem(list: ListNode, index: number, item: ConfigurationNode): ListNode {
  return { kind: 'list', items: list.items.with(index, item), origin: list.origin };
}

import { fromJsonOf, fromScalarOf } from '../json/scalars.js';
import { polymorphismOf, typeNameOf } from '../json/subtypes.js';
import { stringFormOf, settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { Optional } from '../values/optional.js';
import { namesSecret, settingsOf } from './configuration-class.js';
import { fromDefaults } from './configuration-tree.js';
import type { ConfigurationNode, ListNode, MapEntry, MapNode, Original, Origin } from './configuration-tree.js';

/**
 * A configuration object as a tree again, defaults included. What stands in the tree that it was bound from keeps its origin; everything
 * else is a default and carries the live value, so that it can be bound again without loss.
 */
export function effectiveTree(configuration: object, given?: MapNode): MapNode {
  return sectionOf(configuration, given);
}

/** The changes that overrides made to one default, on top of another: the rest of the first is left behind. */
export function rebased(changed: MapNode, defaults: MapNode): MapNode {
  const entries = new Map(defaults.entries);
  for (const [key, entry] of changed.entries) {
    if (entry.node.original !== undefined) continue;
    const below = entries.get(key)?.node;
    const isSection = entry.node.kind === 'map' && below?.kind === 'map' && below.defaultClass !== undefined;
    entries.set(key, isSection ? { ...entry, node: rebased(entry.node, below) } : entry);
  }
  return { kind: 'map', entries, origin: changed.origin, defaultClass: defaults.defaultClass };
}

function nodeOf(value: unknown, type: TypeRef, given: ConfigurationNode | undefined): ConfigurationNode {
  const node = plainNodeOf(value, type, given);
  return node.kind === 'scalar' && node.origin.kind === 'substituted' && isFreeText(type) ? { ...node, sensitive: true } : node;
}

/** Whether a value can be any text, and so a secret; a number, a duration or a level cannot. */
function isFreeText(type: TypeRef): boolean {
  const known = settled(type);
  if (known.kind === 'optional') return isFreeText(known.element);
  if (known.kind !== 'class') return known.kind === 'text' || known.kind === 'json';
  return !('jsonSchema' in known.type || 'shortFormSchema' in known.type);
}

function plainNodeOf(value: unknown, type: TypeRef, given: ConfigurationNode | undefined): ConfigurationNode {
  const known = settled(type);
  if (value instanceof Optional) return nodeOf(value.orElse(undefined), known.kind === 'optional' ? known.element : known, given);
  if (value === null || value === undefined) return scalar(null, 'null', given, value);
  switch (known.kind) {
    case 'list':
    case 'set':
      return listNode(value as Iterable<unknown>, known.element, given);
    case 'record':
    case 'map':
      return mapNode(value, known.element, given);
    case 'class':
      if (given?.kind === 'scalar' && fromScalarOf(known.type) !== undefined) return given;
      return fromJsonOf(known) === undefined
        ? sectionOf(value, given)
        : withOriginal(nodeOf(jsonOf(value), { kind: 'json' }, given), value);
    case 'enum': {
      const member = known.members.find((one) => one.value === value);
      return member === undefined ? plainNode(value, given) : text(stringFormOf(member), given, value);
    }
    case 'date':
      return text((value as Date).toISOString(), given, value);
    default:
      return plainNode(value, given);
  }
}

/** Values that say themselves what they are: texts, numbers, durations, and whatever JSON holds. */
function plainNode(value: unknown, given: ConfigurationNode | undefined): ConfigurationNode {
  if (typeof value === 'number' || typeof value === 'boolean') return scalar(value, String(value), given, value);
  if (typeof value === 'string' || typeof value === 'bigint') return text(String(value), given, value);
  const json = jsonOf(value);
  if (Array.isArray(json)) return listNode(json, { kind: 'json' }, given);
  if (typeof json === 'object' && json !== null) return mapNode(json, { kind: 'json' }, given);
  // What JSON.parse gives and is neither list nor object has no parts.
  const leaf = json as string | number | boolean | null;
  return scalar(leaf, String(leaf), given, value);
}

function sectionOf(value: object, given: ConfigurationNode | undefined): MapNode {
  const type = value.constructor as Class;
  const entries = new Map<string, MapEntry>();
  const polymorphism = polymorphismOf(type);
  const typeName = typeNameOf(type);
  if (polymorphism !== undefined && typeName !== undefined) {
    const chosen = entryBefore(given, polymorphism.property);
    const { origin } = chosen?.node ?? { origin: fromDefaults };
    entries.set(polymorphism.property, { keyOrigin: origin, node: { kind: 'scalar', value: typeName, source: typeName, origin } });
  }
  for (const { property, field, type: declared, secret, written } of settingsOf(type)) {
    if (entries.has(property) || !written) continue;
    const before = entryBefore(given, property);
    const node = nodeOf((value as Record<string, unknown>)[field], declared, before?.node);
    entries.set(property, { keyOrigin: before?.keyOrigin ?? fromDefaults, node, secret });
  }
  const source = sourceOf(given, value);
  return { kind: 'map', entries, ...source, ...(source.original === undefined ? {} : { defaultClass: type }) };
}

function listNode(values: Iterable<unknown>, element: TypeRef, given: ConfigurationNode | undefined): ListNode {
  const before = given?.kind === 'list' ? given.items : [];
  return { kind: 'list', items: [...values].map((value, index) => nodeOf(value, element, before[index])), ...sourceOf(given, values) };
}

function mapNode(map: object, element: TypeRef, given: ConfigurationNode | undefined): MapNode {
  const pairs: readonly (readonly [unknown, unknown])[] = map instanceof Map ? [...map] : Object.entries(map);
  const entries = pairs.map(([key, value]): [string, MapEntry] => {
    const before = entryBefore(given, String(key));
    const node = nodeOf(value, element, before?.node);
    return [String(key), { keyOrigin: before?.keyOrigin ?? fromDefaults, node, secret: namesSecret(String(key)) }];
  });
  return { kind: 'map', entries: new Map(entries), ...sourceOf(given, map) };
}

function scalar(
  value: number | boolean | string | null,
  source: string,
  given: ConfigurationNode | undefined,
  original: unknown,
): ConfigurationNode {
  return { kind: 'scalar', value, source, ...sourceOf(given, original) };
}

function text(form: string, given: ConfigurationNode | undefined, original: unknown): ConfigurationNode {
  return scalar(form, form, given, original);
}

function sourceOf(given: ConfigurationNode | undefined, value: unknown): { readonly origin: Origin; readonly original?: Original } {
  if (given !== undefined && given.original === undefined) return { origin: given.origin };
  return { origin: fromDefaults, original: { value } };
}

// Of a class that reads JSON itself, the default is the instance and not the form that shows it.
function withOriginal(node: ConfigurationNode, value: unknown): ConfigurationNode {
  return node.original === undefined ? node : { ...node, original: { value } };
}

/** What the tree that the configuration was bound from has there. */
function entryBefore(node: ConfigurationNode | undefined, key: string): MapEntry | undefined {
  return node?.kind === 'map' ? node.entries.get(key) : undefined;
}

function jsonOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}

import { pathText } from '../json/json-errors.js';
import { isForbiddenKey } from '../json/property-names.js';
import { Mismatch, fromJsonOf, fromScalarOf, isScalar, readScalar } from '../json/scalars.js';
import { polymorphismOf } from '../json/subtypes.js';
import type { Subtypes } from '../json/subtypes.js';
import { modelOf } from '../reflection/class-model.js';
import { askSchema, keysOf, messageOf } from '../reflection/standard-schema.js';
import type { StandardSchema } from '../reflection/standard-schema.js';
import { describeType, settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { RestrictionKind } from '../validation/constraint.js';
import type { PathNode } from '../validation/violation.js';
import { Optional } from '../values/optional.js';
import { readConfigurationScalar } from './bind-scalar.js';
import { BoundPlace } from './bound-place.js';
import { instanceOf, namesSecret, settingsOf } from './configuration-class.js';
import type { Setting } from './configuration-class.js';
import type { ConfigurationReport } from './configuration-report.js';
import { isNull, joinPath } from './configuration-tree.js';
import type { ConfigurationNode, MapEntry, MapNode, Origin, UnreadableNode } from './configuration-tree.js';
import { classOfSection } from './declared-type.js';
import { describeMismatch, describeRejection, whyNoList } from './describe-mismatch.js';
import type { Visibility } from './describe-mismatch.js';
import { effectiveTree, rebased } from './effective-tree.js';
import { nearestFirst } from './suggestions.js';

/**
 * Step 5: the tree as an object of the class, field by field; what the tree does not mention keeps the class's default, and so does what
 * cannot be read.
 */
export function bind<C extends object>(tree: MapNode, type: Class<C>, subtypes: Subtypes, report: ConfigurationReport): Bound<C> {
  const places = new BoundPlace(tree.origin);
  const bound = new Binder(subtypes, report).bindClass(tree, type, { at: '', visibility: 'shown', place: places, parent: 'class' });
  // A map is always bound to an instance, and the top of a configuration is not chosen by a type.
  return { configuration: bound as C, places };
}

export interface Bound<C extends object> {
  readonly configuration: C;
  readonly places: BoundPlace;
}

/** Stands for a value that could not be read. */
const unreadable = Symbol('unreadable');

/** Where a value is bound. */
interface Spot {
  /** As overrides write it. */
  readonly at: string;
  readonly visibility: Visibility;
  readonly place: BoundPlace;
  /** What the value is a direct part of. */
  readonly parent: 'class' | 'list' | 'map';
}

class Binder {
  constructor(
    private readonly subtypes: Subtypes,
    private readonly report: ConfigurationReport,
  ) {}

  /** The node as a value of the type; what is wrong with it is reported. */
  private bindNode(node: ConfigurationNode, type: TypeRef, spot: Spot): unknown {
    if (node.kind === 'unreadable') return this.giveUp(spot);
    if (node.original !== undefined) return node.original.value;
    const known = settled(type);
    if (known.kind === 'optional') return this.bindOptional(node, known.element, spot);
    if (known.kind === 'json') return this.plainValue(node, spot);
    if (known.kind === 'schema') return this.bindBySchema(node, known.schema, spot);
    if (isNull(node)) return undefined;
    if (isScalar(known)) {
      const value = node.kind === 'scalar' ? readConfigurationScalar(known, node) : readScalar(known, node);
      return value instanceof Mismatch ? this.mismatch(node, value, spot) : value;
    }
    switch (known.kind) {
      case 'list':
      case 'set':
        if (node.kind !== 'list') return this.mismatch(node, new Mismatch(describeType(known), whyNoList(node.origin)), spot);
        return known.kind === 'list' ? this.bindList(node.items, known.element, spot) : this.bindSet(node.items, known.element, spot);
      case 'record':
      case 'map': {
        if (node.kind !== 'map') return this.mismatch(node, new Mismatch(describeType(known)), spot);
        const entries = this.bindEntries(node, known.element, spot);
        return known.kind === 'record' ? Object.fromEntries(entries) : new Map(entries);
      }
      case 'class':
        return this.bindClass(node, known.type, spot);
      default:
        // Refused before binding begins, by the check of the class.
        return undefined;
    }
  }

  private bindBySchema(node: Exclude<ConfigurationNode, UnreadableNode>, schema: StandardSchema, spot: Spot): unknown {
    const json = this.plainValue(node, spot);
    if (json === unreadable) return unreadable;
    return this.attempt(node, spot, () => {
      const result = askSchema(schema, json);
      if (result.issues === undefined) return result.value;
      throw new TypeError(result.issues.map((issue) => `${pathText(keysOf(issue))} ${messageOf(issue)}`.trimStart()).join('; '));
    });
  }

  private bindOptional(node: ConfigurationNode, element: TypeRef, spot: Spot): unknown {
    const value = isNull(node) ? undefined : this.bindNode(node, element, spot);
    return value === unreadable ? unreadable : Optional.ofNullable(value);
  }

  private bindList(items: readonly ConfigurationNode[], element: TypeRef, spot: Spot): unknown {
    return items.map((item, index) => {
      const value = this.bindNode(item, element, partOf(spot, { kind: 'index', index }, item.origin));
      return value === unreadable ? undefined : value;
    });
  }

  /** Violations count the elements of a set as they are iterated: a repeated one does not count, and its place is taken by the next. */
  private bindSet(items: readonly ConfigurationNode[], element: TypeRef, spot: Spot): unknown {
    const values = new Set<unknown>();
    for (const [position, item] of items.entries()) {
      const place = new BoundPlace(item.origin);
      const value = this.bindNode(item, element, { ...spot, at: joinPath(spot.at, position), place, parent: 'list' });
      spot.place.add({ kind: 'index', index: value === unreadable ? -1 - position : values.size }, place);
      if (value !== unreadable) values.add(value);
    }
    return values;
  }

  private bindEntries(node: MapNode, element: TypeRef, spot: Spot): readonly (readonly [string, unknown])[] {
    return this.entriesOf(node, spot).map(([key, entry]) => {
      const part = partOf(spot, { kind: 'key', key }, entry.node.origin);
      const value = this.bindNode(entry.node, element, { ...part, visibility: namesSecret(key) ? 'secret' : spot.visibility });
      return [key, value === unreadable ? undefined : value];
    });
  }

  bindClass(node: Exclude<ConfigurationNode, UnreadableNode>, type: Class, spot: Spot): unknown {
    const reads = fromJsonOf({ kind: 'class', type });
    if (reads !== undefined) {
      const json = this.plainValue(node, spot);
      return json === unreadable ? unreadable : this.attempt(node, spot, () => reads(json));
    }
    if (node.kind === 'scalar') {
      const shortForm = fromScalarOf(type);
      if (shortForm !== undefined) return this.attempt(node, spot, () => shortForm(node.value));
    }
    if (node.kind !== 'map') return this.mismatch(node, new Mismatch(`map with the keys of ${type.name}`), spot);
    const chosen = classOfSection(type, node, this.subtypes);
    if (chosen === undefined) return this.refuseType(node, type, spot);
    const instance = instanceOf(chosen);
    // An override chose another class than that of the default: the defaults are those of the chosen class.
    const isOther = node.defaultClass !== undefined && node.defaultClass !== chosen;
    this.fill(instance, isOther ? rebased(node, effectiveTree(instance)) : node, polymorphismOf(type)?.property, spot);
    return instance;
  }

  private refuseType(node: MapNode, base: Class, spot: Spot): unknown {
    const { property } = polymorphismOf(base)!;
    const given = node.entries.get(property)?.node;
    const names = this.subtypes.namesOf(base);
    const where = joinPath(spot.at, property);
    if (given === undefined || isNull(given)) {
      return this.refuse(`Missing type at: ${where}; it must be one of [${names.join(', ')}]`, given?.origin ?? node.origin, spot);
    }
    // Why it cannot be read was said.
    if (given.kind === 'unreadable') return this.giveUp(spot);
    if (given.kind !== 'scalar') return this.refuse(`Incorrect type of value at: ${where}; expected: text`, given.origin, spot, names);
    const said = given.origin.kind === 'substituted' ? '' : `; there is no '${given.source}'`;
    return this.refuse(`Unknown type at: ${where}${said}`, given.origin, spot, nearestFirst(given.source, names));
  }

  private fill(instance: object, node: MapNode, typeProperty: string | undefined, spot: Spot): void {
    const settings = settingsOf(instance.constructor as Class);
    for (const [key, entry] of node.entries) {
      const setting = settings.find(({ property }) => property === key);
      const at = joinPath(spot.at, key);
      if (setting !== undefined) {
        const place = spot.place.add({ kind: 'property', name: setting.field }, new BoundPlace(entry.node.origin));
        const visibility = setting.secret ? 'secret' : spot.visibility;
        this.assign(instance, setting, entry.node, { at, visibility, place, parent: 'class' });
      } else if (key !== typeProperty) {
        const known = settings.map(({ property }) => property);
        this.report.add(
          `Unrecognized field at: ${at}${hintOf(entry, instance, key, spot)}`,
          entry.keyOrigin,
          nearestFirst(key, typeProperty === undefined ? known : [typeProperty, ...known]),
        );
      }
    }
  }

  private assign(instance: object, { field, type, accessor }: Setting, node: ConfigurationNode, spot: Spot): void {
    const target = instance as Record<string, unknown>;
    // The instance has this default already, or, having no such field yet, is like any other that was just made.
    if (node.original !== undefined && node.original.value === undefined) return;
    if (node.kind === 'scalar' && node.value === null && this.refusesNull(instance, field, type)) {
      this.mismatch(node, new Mismatch(describeType(type)), spot);
      return;
    }
    const value = this.bindNode(node, type, spot);
    if (value === unreadable) return;
    if (!accessor) target[field] = value;
    else this.attempt(node, spot, () => (target[field] = value));
  }

  /**
   * A key with nothing behind it takes the value away. Where the class has a default, its code counts on a value, so that this is refused,
   * unless a constraint refuses it in words of its own.
   */
  private refusesNull(instance: object, field: string, type: TypeRef): boolean {
    const kind = settled(type).kind;
    if (kind === 'optional' || kind === 'json') return false;
    const fallback = (instance as Record<string, unknown>)[field];
    if (fallback === undefined || fallback === null) return false;
    const model = modelOf(instance.constructor as Class).fields.find(({ name }) => name === field);
    const restrictions = model?.annotations.all(RestrictionKind) ?? [];
    return !restrictions.some((restriction) => restriction.kind === 'constraint' && restriction.definition.absent === 'invalid');
  }

  /** The value as JSON would hold it. */
  private plainValue(node: ConfigurationNode, spot: Spot): unknown {
    switch (node.kind) {
      case 'unreadable':
        return this.giveUp(spot);
      case 'scalar':
        return node.value;
      case 'list': {
        const items = node.items.map((item, index) => this.plainValue(item, partOf(spot, { kind: 'index', index }, item.origin)));
        return items.includes(unreadable) ? this.giveUp(spot) : items;
      }
      case 'map': {
        const entries = this.entriesOf(node, spot).map(([key, entry]) => {
          return [key, this.plainValue(entry.node, partOf(spot, { kind: 'key', key }, entry.node.origin))] as const;
        });
        return entries.some(([, value]) => value === unreadable) ? this.giveUp(spot) : Object.fromEntries(entries);
      }
    }
  }

  /** The entries of a map that takes any key, but for those through which an object's prototype can be reached. */
  private entriesOf(node: MapNode, { at }: Spot): readonly (readonly [string, MapEntry])[] {
    return [...node.entries].filter(([key, { keyOrigin }]) => {
      if (isForbiddenKey(key)) this.report.add(`Unrecognized field at: ${joinPath(at, key)}`, keyOrigin);
      return !isForbiddenKey(key);
    });
  }

  /** Runs code of the user's class; what it throws is reported. */
  private attempt(node: ConfigurationNode, spot: Spot, read: () => unknown): unknown {
    try {
      return read();
    } catch (error) {
      return this.refuse(describeRejection(node, error, spot.at, spot.visibility), node.origin, spot);
    }
  }

  private mismatch(node: Exclude<ConfigurationNode, UnreadableNode>, mismatch: Mismatch, spot: Spot): unknown {
    return this.refuse(describeMismatch(node, mismatch, spot.at, spot.visibility), node.origin, spot);
  }

  private refuse(message: string, origin: Origin, spot: Spot, suggestions?: readonly string[]): unknown {
    this.report.add(message, origin, suggestions);
    return this.giveUp(spot);
  }

  private giveUp({ place }: Spot): unknown {
    place.markUnreadable();
    return unreadable;
  }
}

function partOf({ at, visibility, place }: Spot, step: PathNode & { readonly kind: 'index' | 'key' }, origin: Origin): Spot {
  const isItem = step.kind === 'index';
  return {
    at: joinPath(at, isItem ? step.index : step.key),
    visibility,
    place: place.add(step, new BoundPlace(origin)),
    parent: isItem ? 'list' : 'map',
  };
}

/** What probably went wrong with a key that the class does not have. */
function hintOf({ keyOrigin }: MapEntry, instance: object, key: string, { parent }: Spot): string {
  if (parent === 'map' && keyOrigin.kind === 'override') return '; a dot that belongs to a key is written "\\."';
  const isUnmarked = Object.hasOwn(instance, key) && modelOf(instance.constructor as Class).fields.every(({ name }) => name !== key);
  return isUnmarked ? `; ${instance.constructor.name}.${key} is not marked @JsonProperty` : '';
}

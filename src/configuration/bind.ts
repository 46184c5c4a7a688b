import { isForbiddenKey } from '../json/property-names.js';
import { Mismatch, fromJsonOf, fromScalarOf, isScalar } from '../json/scalars.js';
import { polymorphismOf } from '../json/subtypes.js';
import type { Subtypes } from '../json/subtypes.js';
import { modelOf } from '../reflection/class-model.js';
import { describeType, settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { RestrictionKind } from '../validation/constraint.js';
import { Optional } from '../values/optional.js';
import { readConfigurationScalar } from './bind-scalar.js';
import { instanceOf, settingsOf } from './configuration-class.js';
import type { Setting } from './configuration-class.js';
import { ConfigurationParsingError } from './configuration-error.js';
import type { Finding } from './configuration-error.js';
import { describeOrigin, joinPath } from './configuration-tree.js';
import type { ConfigurationNode, ListNode, MapEntry, MapNode, Origin } from './configuration-tree.js';
import { nearestFirst } from './suggestions.js';

/** Step 5: the tree as an object of the class, field by field; what the tree does not mention keeps the class's default. */
export function bind<C extends object>(tree: MapNode, type: Class<C>, { subtypes, path }: BindSettings): C {
  const binder = new Binder(subtypes, path);
  const bound = binder.bindClass(tree, type, '', 'shown');
  if (binder.findings.length > 0) throw new ConfigurationParsingError(path, binder.findings);
  // Nothing was found wrong, so what was bound is of the class that was asked for.
  return bound as C;
}

export interface BindSettings {
  readonly subtypes: Subtypes;
  /** The file as the operator named it. */
  readonly path: string;
}

/** Whether a value may appear in a message. */
type Visibility = 'shown' | 'secret';

class Binder {
  readonly findings: Finding[] = [];

  constructor(
    private readonly subtypes: Subtypes,
    private readonly path: string,
  ) {}

  /** The node as a value of the type; what is wrong with it is added to the findings, and undefined stands for it. */
  private bindNode(node: ConfigurationNode, type: TypeRef, at: string, visibility: Visibility): unknown {
    if (node.original !== undefined) return node.original.value;
    const known = settled(type);
    if (known.kind === 'optional') {
      return isNull(node) ? Optional.absent() : Optional.ofNullable(this.bindNode(node, known.element, at, visibility));
    }
    if (known.kind === 'json') return this.plainValue(node, at);
    if (isNull(node)) return undefined;
    if (isScalar(known)) {
      if (node.kind !== 'scalar') return this.mismatch(node, new Mismatch(describeType(known)), at, visibility);
      const value = readConfigurationScalar(known, node);
      return value instanceof Mismatch ? this.mismatch(node, value, at, visibility) : value;
    }
    switch (known.kind) {
      case 'list':
      case 'set': {
        if (node.kind !== 'list') return this.mismatch(node, new Mismatch(describeType(known), whyNoList(node)), at, visibility);
        const items = node.items.map((item, index) => this.bindNode(item, known.element, joinPath(at, index), visibility));
        return known.kind === 'set' ? new Set(items) : items;
      }
      case 'record':
      case 'map': {
        if (node.kind !== 'map') return this.mismatch(node, new Mismatch(describeType(known)), at, visibility);
        const entries = this.entriesOf(node, at).map(([key, entry]): [string, unknown] => [
          key,
          this.bindEntry(entry.node, known.element, joinPath(at, key), visibility),
        ]);
        return known.kind === 'record' ? Object.fromEntries(entries) : new Map(entries);
      }
      case 'class':
        return this.bindClass(node, known.type, at, visibility);
      default:
        // Refused before binding begins, by the check of the class.
        return undefined;
    }
  }

  /** A value of a map that takes any key. Where an override made a section that does not fit there, its dots were meant to be in the key. */
  private bindEntry(node: ConfigurationNode, type: TypeRef, at: string, visibility: Visibility): unknown {
    const before = this.findings.length;
    const value = this.bindNode(node, type, at, visibility);
    if (node.kind === 'map' && node.origin.kind === 'override') {
      for (const finding of this.findings.splice(before)) {
        this.findings.push({ ...finding, message: `${finding.message}; a dot that belongs to a key is written "\\."` });
      }
    }
    return value;
  }

  bindClass(node: ConfigurationNode, type: Class, at: string, visibility: Visibility): unknown {
    const reads = fromJsonOf({ kind: 'class', type });
    if (reads !== undefined) return this.attempt(node, at, visibility, () => reads(this.plainValue(node, at)));
    if (node.kind === 'scalar') {
      const shortForm = fromScalarOf(type);
      if (shortForm !== undefined) return this.attempt(node, at, visibility, () => shortForm(node.value));
    }
    if (node.kind !== 'map') return this.mismatch(node, new Mismatch(`map with the keys of ${type.name}`), at, visibility);
    const polymorphism = polymorphismOf(type);
    const chosen = polymorphism === undefined ? type : this.chooseClass(node, type, at);
    return chosen === undefined ? undefined : this.fill(instanceOf(chosen), node, { at, visibility, typeProperty: polymorphism?.property });
  }

  /** The class that the section's `type` names, or the default one. */
  private chooseClass(node: MapNode, base: Class, at: string): Class | undefined {
    const { property, defaultType } = polymorphismOf(base)!;
    const given = node.entries.get(property);
    const names = this.subtypes.namesOf(base);
    const where = joinPath(at, property);
    if (given === undefined && defaultType === undefined) {
      return this.report(`Missing type at: ${where}; it must be one of [${names.join(', ')}]`, node.origin);
    }
    const name = given === undefined ? defaultType : given.node.kind === 'scalar' ? given.node.source : undefined;
    const chosen = name === undefined ? undefined : this.subtypes.find(base, name);
    if (chosen !== undefined) return chosen;
    const problem =
      name === undefined ? `Incorrect type of value at: ${where}; expected: text` : `Unknown type at: ${where}; there is no '${name}'`;
    return this.report(problem, given?.node.origin ?? node.origin, nearestFirst(name ?? '', names));
  }

  private fill(instance: object, node: MapNode, { at, visibility, typeProperty }: SectionSettings): object {
    const settings = settingsOf(instance.constructor as Class);
    for (const [key, entry] of node.entries) {
      const setting = settings.find(({ property }) => property === key);
      const where = joinPath(at, key);
      if (setting === undefined) {
        // A default of the class that was there before an override chose another by its type.
        if (key === typeProperty || entry.node.original !== undefined) continue;
        const known = settings.map(({ property }) => property);
        this.report(
          `Unrecognized field at: ${where}`,
          entry.keyOrigin,
          nearestFirst(key, typeProperty === undefined ? known : [typeProperty, ...known]),
        );
        continue;
      }
      this.assign(instance, setting, entry, { at: where, visibility: setting.secret ? 'secret' : visibility });
    }
    return instance;
  }

  private assign(instance: object, { field, type, accessor }: Setting, { node }: MapEntry, { at, visibility }: ValuePlace): void {
    const target = instance as Record<string, unknown>;
    // The instance has this default already, or, having no such field yet, is like any other that was just made.
    if (node.original !== undefined && node.original.value === undefined) return;
    if (isNull(node) && this.refusesNull(instance, field, type)) {
      this.mismatch(node, new Mismatch(describeType(type)), at, visibility);
      return;
    }
    const before = this.findings.length;
    const value = this.bindNode(node, type, at, visibility);
    if (this.findings.length > before) return;
    if (!accessor) target[field] = value;
    else this.attempt(node, at, visibility, () => (target[field] = value));
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

  /** Runs code of the user's class; what it throws is a finding. */
  private attempt(node: ConfigurationNode, at: string, visibility: Visibility, read: () => unknown): unknown {
    try {
      return read();
    } catch (error) {
      const reason =
        visibility === 'secret' || node.origin.kind === 'environment' ? '' : `; ${error instanceof Error ? error.message : String(error)}`;
      return this.report(`Incorrect value at: ${at}${reason}`, node.origin);
    }
  }

  private plainValue(node: ConfigurationNode, at: string): unknown {
    if (node.kind === 'scalar') return node.value;
    if (node.kind === 'list') return node.items.map((item, index) => this.plainValue(item, joinPath(at, index)));
    return Object.fromEntries(this.entriesOf(node, at).map(([key, entry]) => [key, this.plainValue(entry.node, joinPath(at, key))]));
  }

  /** The entries of a map that takes any key, but for those through which an object's prototype can be reached. */
  private entriesOf(node: MapNode, at: string): readonly (readonly [string, MapEntry])[] {
    return [...node.entries].filter(([key, { keyOrigin }]) => {
      if (isForbiddenKey(key)) this.report(`Unrecognized field at: ${joinPath(at, key)}`, keyOrigin);
      return !isForbiddenKey(key);
    });
  }

  private mismatch(node: ConfigurationNode, { expected, reason }: Mismatch, at: string, visibility: Visibility): undefined {
    // A value from the environment is often a secret even where the field is not marked as one.
    const hidden = visibility === 'secret' || node.origin.kind === 'environment';
    const because = reason === undefined || hidden ? '' : `; ${reason}`;
    return this.report(
      `Incorrect type of value at: ${at}; is of type: ${describeNode(node, hidden ? 'secret' : 'shown')}, expected: ${expected}${because}`,
      node.origin,
    );
  }

  private report(message: string, origin: Origin, suggestions: readonly string[] = []): undefined {
    this.findings.push({ message, position: describeOrigin(origin, this.path), suggestions });
    return undefined;
  }
}

interface SectionSettings extends ValuePlace {
  readonly typeProperty: string | undefined;
}

interface ValuePlace {
  readonly at: string;
  readonly visibility: Visibility;
}

function isNull(node: ConfigurationNode): boolean {
  return node.kind === 'scalar' && node.value === null;
}

function whyNoList(node: ConfigurationNode): string | undefined {
  return node.origin.kind === 'override' ? 'an override can give a list by commas only where the file has a list' : undefined;
}

const longestShown = 60;

function describeNode(node: ConfigurationNode, visibility: Visibility): string {
  if (node.kind !== 'scalar') return kindNames[node.kind];
  if (node.value === null) return 'null';
  const type = typeof node.value === 'string' ? 'text' : typeof node.value === 'number' ? 'number' : 'true or false';
  return visibility === 'secret' || node.source.length > longestShown ? type : `${type} (${JSON.stringify(node.source)})`;
}

const kindNames: Readonly<Record<(MapNode | ListNode)['kind'], string>> = { map: 'map', list: 'list' };

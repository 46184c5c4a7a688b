import { askSchema, keysOf, messageOf } from '../reflection/standard-schema.js';
import type { StandardSchema } from '../reflection/standard-schema.js';
import { describeType, settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { Optional } from '../values/optional.js';
import { shortened } from '../values/shortened.js';
import { byLikeness } from './did-you-mean.js';
import { pathText } from './json-errors.js';
import type { JsonProblem, Position } from './json-errors.js';
import { describeKind, describeNode } from './json-node.js';
import type { JsonEntry, JsonNode } from './json-node.js';
import { propertiesOf } from './json-properties.js';
import type { JsonPropertyModel } from './json-properties.js';
import { checkReadable } from './model-check.js';
import { isForbiddenKey } from './property-names.js';
import { Mismatch, fromJsonOf, isScalar, numberProblem, readScalar } from './scalars.js';
import { chooseSubtype, polymorphismOf } from './subtypes.js';
import type { Subtypes } from './subtypes.js';

/** The rules of a reader that types do not express. */
export interface ReadingRules {
  readonly subtypes: Subtypes;
  readonly unknownProperties: 'ignore' | 'refuse';
  /** How many lists and objects may stand inside each other. */
  readonly maxDepth: number;
}

/** Reading ends with this many problems: a hostile document must cost little and must not be answered with more than it says. */
const maxProblems = 100;

/** Stands for a value that could not be read; the problem is on the list. */
const unread = Symbol('unread');

/** Thrown where the list of problems is full. */
const enough = Symbol('enough');

type SchemaType = Extract<TypeRef, { kind: 'schema' }>;

const jsonType: TypeRef = { kind: 'json' };

/**
 * Reads a JSON value as a type, step by step and collecting every problem with its position. This is the reference that the compiled
 * readers are held to, and what runs when they meet something that does not fit.
 */
export class ValueReader {
  readonly problems: JsonProblem[] = [];
  private readonly path: (string | number)[] = [];
  private secrets = 0;
  private readonly checked = new Set<Class>();

  constructor(private readonly rules: ReadingRules) {}

  /** The value as the type; of no use where there are problems. */
  read(type: TypeRef, node: JsonNode): unknown {
    try {
      return this.value(type, node);
    } catch (error) {
      if (error !== enough) throw error;
      return unread;
    }
  }

  private value(type: TypeRef, node: JsonNode): unknown {
    const known = settled(type);
    if (known.kind === 'schema') return this.schema(known.schema, node);
    if (node.kind === 'null') return known.kind === 'optional' ? Optional.absent() : null;
    if (isScalar(known)) {
      const scalar = readScalar(known, node.scalar);
      return scalar instanceof Mismatch ? this.refuse(scalar.expected, node, scalar.reason) : scalar;
    }
    switch (known.kind) {
      case 'json':
        return this.json(node);
      case 'optional': {
        const content = this.value(known.element, node);
        return content === unread ? unread : Optional.ofNullable(content);
      }
      case 'list':
        return this.elements(known, node);
      case 'set': {
        const elements = this.elements(known, node);
        return Array.isArray(elements) ? new Set<unknown>(elements) : unread;
      }
      case 'record':
        return this.record(known, node);
      case 'map':
        return this.map(known, node);
      case 'class':
        return this.class(known.type, node);
      default:
        throw new TypeError('a type that is not known was not refused before reading');
    }
  }

  private elements(type: TypeRef & { readonly element: TypeRef }, node: JsonNode): unknown {
    if (node.kind !== 'list') return this.refuse(describeType(type), node);
    if (this.tooDeep(node)) return unread;
    const elements: unknown[] = [];
    for (const element of node.elements()) elements.push(this.part(elements.length, type.element, element));
    return elements;
  }

  private record(type: TypeRef & { readonly element: TypeRef }, node: JsonNode): unknown {
    if (node.kind !== 'object') return this.refuse(describeType(type), node);
    return this.tooDeep(node) ? unread : this.properties(type.element, node);
  }

  private properties(elementType: TypeRef, node: JsonNode): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    for (const entry of lastOfEach(node.entries())) {
      if (isForbiddenKey(entry.key)) this.unknown(entry, []);
      else record[entry.key] = this.part(entry.key, elementType, entry.node);
    }
    return record;
  }

  private map(type: TypeRef & { readonly element: TypeRef }, node: JsonNode): unknown {
    if (node.kind !== 'object') return this.refuse(describeType(type), node);
    if (this.tooDeep(node)) return unread;
    const map = new Map<string, unknown>();
    for (const { key, node: value } of lastOfEach(node.entries())) map.set(key, this.part(key, type.element, value));
    return map;
  }

  private json(node: JsonNode): unknown {
    if (node.kind === 'list') return this.elements({ kind: 'list', element: jsonType }, node);
    if (node.kind === 'object') return this.record({ kind: 'record', element: jsonType }, node);
    if (node.kind !== 'number') return node.scalar;
    const number = Number(node.scalar);
    return Number.isFinite(number) ? number : this.refuse('number', node, numberProblem);
  }

  private class(type: Class, node: JsonNode): unknown {
    const fromJson = fromJsonOf({ kind: 'class', type });
    if (fromJson !== undefined) return this.ownReading(type.name, node, fromJson);
    if (node.kind !== 'object') return this.refuse(type.name, node);
    if (this.tooDeep(node)) return unread;
    const polymorphism = polymorphismOf(type);
    if (polymorphism === undefined) return this.object(type, node, undefined);
    const { property } = polymorphism;
    const named = [...node.entries()].findLast((entry) => entry.key === property)?.node;
    const chosen = chooseSubtype(type, named?.kind === 'null' ? undefined : (named?.scalar ?? named), this.rules.subtypes);
    if (typeof chosen === 'function') {
      this.checkOnce(chosen);
      return this.object(chosen, node, property);
    }
    if (named === undefined || named.kind === 'null') return this.refuse(`a "${property}", ${chosen.expected}`, node);
    this.path.push(property);
    this.refuse(chosen.expected, named);
    this.path.pop();
    return unread;
  }

  /** A schema gets what `Json` would, and undefined for a property that is not there. */
  private schema(schema: StandardSchema, node: JsonNode | undefined, around = node): unknown {
    const before = this.problems.length;
    const given = node === undefined ? undefined : this.json(node);
    if (this.problems.length > before) return unread;
    const result = askSchema(schema, given);
    if (result.issues === undefined) return result.value;
    for (const issue of result.issues) {
      const place = this.place([...this.path, ...keysOf(issue)], around?.position());
      // The schema saw the value, and may quote it.
      const message = this.secrets > 0 ? 'is not valid' : shortened(messageOf(issue), 300);
      this.add({ kind: 'invalid', ...place, message, vendor: schema['~standard'].vendor });
    }
    return unread;
  }

  /** A class's own reading gets what `Json` would: bounded in depth, and without keys that lead to a prototype. */
  private ownReading(name: string, node: JsonNode, fromJson: (value: unknown) => unknown): unknown {
    const before = this.problems.length;
    const given = this.json(node);
    return this.problems.length > before ? unread : this.guarded(name, node, () => fromJson(given));
  }

  /** Checks a class that was registered after the reader was made. */
  private checkOnce(type: Class): void {
    if (this.checked.has(type)) return;
    this.checked.add(type);
    checkReadable({ kind: 'class', type }, this.rules.subtypes);
  }

  private object(type: Class, node: JsonNode, typeProperty: string | undefined): unknown {
    const instance = Reflect.construct(type, []) as Record<string, unknown>;
    const properties = propertiesOf(type);
    const given = new Map<string, JsonNode | undefined>(properties.map(({ property }) => [property, undefined]));
    if (typeProperty !== undefined && !given.has(typeProperty)) given.set(typeProperty, undefined);
    for (const { key, node: value } of node.entries()) if (given.has(key)) given.set(key, value);
    for (const property of properties)
      if (property.read) this.property(instance, property, given.get(property.property) ?? missingFrom(node));
    if (this.rules.unknownProperties === 'refuse') {
      for (const entry of node.entries()) if (!given.has(entry.key)) this.unknown(entry, [...given.keys()]);
    }
    return instance;
  }

  private property(instance: Record<string, unknown>, property: JsonPropertyModel, node: JsonNode | MissingProperty): void {
    const { field, type } = property;
    const known = settled(type);
    const isInitialised = property.accessor || instance[field] !== undefined;
    if ('missingFrom' in node) {
      if (known.kind === 'optional' && !isInitialised) instance[field] = Optional.absent();
      if (known.kind !== 'schema' || isInitialised) return;
    }
    if (property.secret) this.secrets++;
    this.path.push(property.property);
    const read = 'missingFrom' in node ? this.schema((known as SchemaType).schema, undefined, node.missingFrom) : this.value(type, node);
    if (read !== unread) this.assign(instance, property, { node: 'missingFrom' in node ? node.missingFrom : node, read });
    this.path.pop();
    if (property.secret) this.secrets--;
  }

  private assign(instance: Record<string, unknown>, property: JsonPropertyModel, { node, read }: { node: JsonNode; read: unknown }): void {
    if (!property.accessor) instance[property.field] = read;
    else {
      this.guarded(describeType(property.type), node, () => {
        instance[property.field] = read;
      });
    }
  }

  /** Runs code of the class; what it throws is a problem of the value. */
  private guarded(expected: string, node: JsonNode, act: () => unknown): unknown {
    try {
      return act();
    } catch (error) {
      return this.refuse(expected, node, error instanceof Error ? error.message : String(error));
    }
  }

  // The recursion passes no functions around, to use as little stack per level of nesting as possible.
  private part(key: string | number, type: TypeRef, node: JsonNode): unknown {
    this.path.push(key);
    const read = this.value(type, node);
    this.path.pop();
    return read;
  }

  private tooDeep(node: JsonNode): boolean {
    if (this.path.length < this.rules.maxDepth) return false;
    const expected = `at most ${this.rules.maxDepth} levels of nesting`;
    this.add({ kind: 'mismatch', ...this.place(this.path, node.position()), expected, found: 'more' });
    return true;
  }

  private refuse(expected: string, node: JsonNode, reason?: string): typeof unread {
    const isSecret = this.secrets > 0;
    const found = isSecret ? describeKind(node) : describeNode(node);
    // A reason comes from code that saw the value, and may quote it.
    const why = reason === undefined || isSecret ? {} : { reason: shortened(reason, 300) };
    this.add({ kind: 'mismatch', ...this.place(this.path, node.position()), expected, found, ...why });
    return unread;
  }

  private unknown(entry: JsonEntry, known: readonly string[]): void {
    if (this.rules.unknownProperties === 'ignore') return;
    const suggestions = byLikeness(entry.key, known);
    this.add({ kind: 'unknownProperty', ...this.place([...this.path, entry.key], entry.keyPosition()), suggestions });
  }

  private place(
    keys: readonly (string | number)[],
    position: Position | undefined,
  ): Pick<JsonProblem, 'path' | 'keys' | 'line' | 'column'> {
    return { path: pathText(keys), keys: [...keys], ...position };
  }

  private add(problem: JsonProblem): void {
    this.problems.push(problem);
    // oxlint-disable-next-line typescript/only-throw-error -- a signal to `read`, not an error
    if (this.problems.length === maxProblems) throw enough;
  }
}

/** A property that an object does not have. */
interface MissingProperty {
  readonly missingFrom: JsonNode;
}

function missingFrom(node: JsonNode): MissingProperty {
  return { missingFrom: node };
}

/** Where a property is written twice, the last one counts, in the place of the first, as in JSON.parse. */
function lastOfEach(entries: Iterable<JsonEntry>): Iterable<JsonEntry> {
  const byKey = new Map<string, JsonEntry>();
  for (const entry of entries) byKey.set(entry.key, entry);
  return byKey.values();
}

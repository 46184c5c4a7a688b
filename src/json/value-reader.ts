import { describeType, settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { Optional } from '../values/optional.js';
import { byLikeness } from './did-you-mean.js';
import { describeValue, describeValueType, pathText } from './json-errors.js';
import type { JsonProblem } from './json-errors.js';
import { propertiesOf } from './json-properties.js';
import type { JsonPropertyModel } from './json-properties.js';
import { checkReadable } from './model-check.js';
import { isForbiddenKey } from './property-names.js';
import { Mismatch, fromJsonOf, isScalar, readScalar } from './scalars.js';
import { chooseSubtype, polymorphismOf } from './subtypes.js';
import type { Subtypes } from './subtypes.js';

/** What a reader does beside what the types say. */
export interface ReadingRules {
  readonly subtypes: Subtypes;
  readonly unknownProperties: 'ignore' | 'refuse';
  /** How many lists and objects may stand inside each other. */
  readonly maxDepth: number;
}

/** More problems than these are not collected: a hostile document must not make the answer larger than itself. */
const maxProblems = 100;

/** Stands for a value that could not be read; the problem is on the list. */
const unread = Symbol('unread');

const jsonType: TypeRef = { kind: 'json' };

/**
 * Reads a parsed JSON value as a type, step by step and collecting every problem. This is the reference that the compiled readers are
 * held to, and what runs when they meet something that does not fit.
 */
export class ValueReader {
  readonly problems: JsonProblem[] = [];
  private readonly path: (string | number)[] = [];
  private secrets = 0;
  private readonly checked = new Set<Class>();

  constructor(private readonly rules: ReadingRules) {}

  /** The value as the type; of no use where there are problems. */
  read(type: TypeRef, value: unknown): unknown {
    const known = settled(type);
    if (value === null || value === undefined) return known.kind === 'optional' ? Optional.absent() : null;
    if (isScalar(known)) {
      const scalar = readScalar(known, value);
      return scalar instanceof Mismatch ? this.refuse(scalar.expected, value, scalar.reason) : scalar;
    }
    switch (known.kind) {
      case 'json':
        return this.json(value);
      case 'optional': {
        const content = this.read(known.element, value);
        return content === unread ? unread : Optional.ofNullable(content);
      }
      case 'list':
        return this.elements(known, value);
      case 'set': {
        const elements = this.elements(known, value);
        return Array.isArray(elements) ? new Set<unknown>(elements) : unread;
      }
      case 'record':
        return this.record(known, value);
      case 'map':
        return this.map(known, value);
      case 'class':
        return this.class(known.type, value);
      default:
        throw new TypeError('a type that is not known was not refused before reading');
    }
  }

  private elements(type: TypeRef & { readonly element: TypeRef }, value: unknown): unknown {
    if (!Array.isArray(value)) return this.refuse(describeType(type), value);
    if (this.tooDeep()) return unread;
    const elements: unknown[] = [];
    for (const element of value as readonly unknown[]) elements.push(this.readPart(elements.length, type.element, element));
    return elements;
  }

  private record(type: TypeRef & { readonly element: TypeRef }, value: unknown): unknown {
    if (!isObject(value)) return this.refuse(describeType(type), value);
    if (this.tooDeep()) return unread;
    const record: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      if (isForbiddenKey(key)) this.unknown(key, []);
      else record[key] = this.readPart(key, type.element, value[key]);
    }
    return record;
  }

  private map(type: TypeRef & { readonly element: TypeRef }, value: unknown): unknown {
    if (!isObject(value)) return this.refuse(describeType(type), value);
    if (this.tooDeep()) return unread;
    const map = new Map<string, unknown>();
    for (const key of Object.keys(value)) map.set(key, this.readPart(key, type.element, value[key]));
    return map;
  }

  private json(value: unknown): unknown {
    if (typeof value === 'bigint') return Number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (this.tooDeep()) return unread;
    if (Array.isArray(value)) {
      const elements: unknown[] = [];
      for (const element of value as readonly unknown[]) elements.push(this.readPart(elements.length, jsonType, element));
      return elements;
    }
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      if (isForbiddenKey(key)) this.unknown(key, []);
      else copy[key] = this.readPart(key, jsonType, (value as Record<string, unknown>)[key]);
    }
    return copy;
  }

  private class(type: Class, value: unknown): unknown {
    const fromJson = fromJsonOf({ kind: 'class', type });
    if (fromJson !== undefined) return this.ownReading(type.name, value, fromJson);
    if (!isObject(value)) return this.refuse(type.name, value);
    if (this.tooDeep()) return unread;
    const polymorphism = polymorphismOf(type);
    if (polymorphism === undefined) return this.object(type, value, undefined);
    const { property } = polymorphism;
    const name = Object.hasOwn(value, property) ? value[property] : undefined;
    const chosen = chooseSubtype(type, name, this.rules.subtypes);
    if (typeof chosen === 'function') {
      this.checkOnce(chosen);
      return this.object(chosen, value, property);
    }
    if (name === undefined || name === null) return this.refuse(`a "${property}", ${chosen.expected}`, value);
    this.path.push(property);
    this.refuse(chosen.expected, name);
    this.path.pop();
    return unread;
  }

  /** A class's own reading gets what `Json` would: bounded in depth, and without keys that lead to a prototype. */
  private ownReading(name: string, value: unknown, fromJson: (value: unknown) => unknown): unknown {
    const before = this.problems.length;
    const given = this.json(value);
    return this.problems.length > before ? unread : this.guarded(name, value, () => fromJson(given));
  }

  /** A class that was registered after the reader was made has not been looked at yet. */
  private checkOnce(type: Class): void {
    if (this.checked.has(type)) return;
    this.checked.add(type);
    checkReadable({ kind: 'class', type }, this.rules.subtypes);
  }

  private object(type: Class, value: Readonly<Record<string, unknown>>, typeProperty: string | undefined): unknown {
    const instance = Reflect.construct(type, []) as Record<string, unknown>;
    const properties = propertiesOf(type);
    for (const property of properties) {
      if (property.read) this.property(instance, property, Object.hasOwn(value, property.property) ? value[property.property] : undefined);
    }
    if (this.rules.unknownProperties === 'refuse') {
      const known = properties.map((one) => one.property);
      if (typeProperty !== undefined && !known.includes(typeProperty)) known.push(typeProperty);
      for (const key of Object.keys(value)) {
        if (!known.includes(key)) this.unknown(key, known);
      }
    }
    return instance;
  }

  private property(instance: Record<string, unknown>, property: JsonPropertyModel, value: unknown): void {
    const { field, type } = property;
    if (value === undefined) {
      if (settled(type).kind === 'optional' && !property.accessor && instance[field] === undefined) instance[field] = Optional.absent();
      return;
    }
    if (property.secret) this.secrets++;
    this.path.push(property.property);
    const read = this.read(type, value);
    if (read !== unread) this.assign(instance, property, { given: value, read });
    this.path.pop();
    if (property.secret) this.secrets--;
  }

  private assign(instance: Record<string, unknown>, property: JsonPropertyModel, { given, read }: { given: unknown; read: unknown }): void {
    if (!property.accessor) instance[property.field] = read;
    else {
      this.guarded(describeType(property.type), given, () => {
        instance[property.field] = read;
      });
    }
  }

  /** Runs code of the class; what it throws is a problem of the value. */
  private guarded(expected: string, value: unknown, act: () => unknown): unknown {
    try {
      return act();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return this.refuse(expected, value, this.secrets > 0 ? undefined : reason);
    }
  }

  // No functions are passed around where the reader goes down: each level of a document must cost as little of the stack as can be.
  private readPart(key: string | number, type: TypeRef, value: unknown): unknown {
    this.path.push(key);
    const read = this.read(type, value);
    this.path.pop();
    return read;
  }

  private tooDeep(): boolean {
    if (this.path.length < this.rules.maxDepth) return false;
    this.add({ kind: 'mismatch', ...this.here(), expected: `at most ${this.rules.maxDepth} levels of nesting`, found: 'more' });
    return true;
  }

  private refuse(expected: string, value: unknown, reason?: string): typeof unread {
    const found = this.secrets > 0 ? describeValueType(value) : describeValue(value);
    const why = reason === undefined || this.secrets > 0 ? {} : { reason };
    this.add({ kind: 'mismatch', ...this.here(), expected, found, ...why });
    return unread;
  }

  private unknown(key: string, known: readonly string[]): void {
    if (this.rules.unknownProperties === 'ignore') return;
    const keys = [...this.path, key];
    this.add({ kind: 'unknownProperty', path: pathText(keys), keys, suggestions: byLikeness(key, known) });
  }

  private here(): { readonly path: string; readonly keys: readonly (string | number)[] } {
    return { path: pathText(this.path), keys: [...this.path] };
  }

  private add(problem: JsonProblem): void {
    if (this.problems.length < maxProblems) this.problems.push(problem);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

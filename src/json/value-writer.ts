import { types } from 'node:util';

import { settled } from '../reflection/type-ref.js';
import type { TypeRef } from '../reflection/type-ref.js';
import { Optional } from '../values/optional.js';
import { JsonWriteError, pathText } from './json-errors.js';
import { quote } from './json-text.js';
import { maskedSecret } from './secret-members.js';
import { classOfPrototype, hasToJson, writtenFormOf, writtenNames } from './written-form.js';
import type { WrittenForm } from './written-form.js';

/** The rules of a writer that values do not express. */
export interface WritingRules {
  /** How many lists and objects may stand inside each other. */
  readonly maxDepth: number;
  /** Whether the values of `@Secret` fields are written or replaced by {@link maskedSecret}. */
  readonly secrets: 'written' | 'masked';
}

/**
 * Writes a value as JSON text, step by step and tracking the path. This is the reference for the compiled writers, and what runs when they
 * refuse a value.
 */
export class ValueWriter {
  private readonly path: (string | number)[] = [];
  /** The lists and objects that are being written, from the outermost in. */
  private readonly around: object[] = [];

  constructor(private readonly rules: WritingRules) {}

  write(value: unknown, type?: TypeRef): string {
    return this.text(type, value) ?? 'null';
  }

  /** The value's text; undefined for what JSON leaves out (undefined, functions, symbols). */
  private text(type: TypeRef | undefined, value: unknown): string | undefined {
    switch (typeof value) {
      case 'string':
        return quote(value);
      case 'number':
        return this.number(type, value);
      case 'boolean':
      case 'bigint':
        return String(value);
      case 'object':
        return value === null ? 'null' : this.object(type, value);
      case 'function':
        return hasToJson(value) ? this.ownForm(value) : undefined;
      default:
        return undefined;
    }
  }

  private number(type: TypeRef | undefined, value: number): string {
    const known = type === undefined ? undefined : settled(type);
    const name = known?.kind === 'enum' ? writtenNames(known).get(value) : undefined;
    if (name !== undefined) return quote(name);
    return Number.isFinite(value) ? String(value) : 'null';
  }

  private object(type: TypeRef | undefined, value: object): string | undefined {
    if (value instanceof Date) return this.date(value);
    if (hasToJson(value)) return this.ownForm(value);
    if (value instanceof Optional) return this.text(elementOf(type, 'optional'), value.orElse(null));
    if (Array.isArray(value)) return this.list(elementOf(type, 'list'), value, value);
    if (value instanceof Set) return this.list(elementOf(type, 'set'), [...value], value);
    if (value instanceof Map) return this.entries(elementOf(type, 'map'), this.mapEntries(value), value);
    if (types.isBoxedPrimitive(value)) return this.text(undefined, value.valueOf());
    return this.parts(elementOf(type, 'record'), value);
  }

  /**
   * What toJSON() returns is written without asking for its own toJSON(), as in JSON.stringify. A Date is still a date: JSON.stringify
   * would write {}.
   */
  private ownForm(value: { toJSON(): unknown }): string | undefined {
    const form = value.toJSON();
    if (typeof form === 'function') return undefined;
    if (typeof form !== 'object' || form === null || !hasToJson(form) || form instanceof Date) return this.text(undefined, form);
    return Array.isArray(form) ? this.list(undefined, form, form) : this.parts(undefined, form);
  }

  private parts(elementType: TypeRef | undefined, value: object): string {
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (prototype === Object.prototype) return this.entries(elementType, Object.entries(value), value);
    const type = prototype === null ? undefined : classOfPrototype(prototype);
    const form = type === undefined ? undefined : writtenFormOf(type);
    return form === undefined
      ? this.entries(undefined, Object.entries(value), value)
      : this.instance(form, value as Record<string, unknown>);
  }

  private instance(form: WrittenForm, value: Readonly<Record<string, unknown>>): string {
    this.enter(value);
    const parts: string[] = [];
    if (form.typeEntry !== undefined) parts.push(`${quote(form.typeEntry.property)}:${quote(form.typeEntry.name)}`);
    for (const { property, field, type, secret } of form.properties) {
      const own = value[field];
      const masked = secret && this.rules.secrets === 'masked' && own !== undefined && own !== null;
      const text = masked ? quote(maskedSecret) : this.part(property, type, own);
      parts.push(`${quote(property)}:${text ?? 'null'}`);
    }
    for (const field of Object.keys(value)) {
      const name = form.extraName(field);
      const text = name === undefined ? undefined : this.part(name, undefined, value[field]);
      if (name !== undefined && text !== undefined) parts.push(`${quote(name)}:${text}`);
    }
    this.around.pop();
    return `{${parts.join(',')}}`;
  }

  private list(elementType: TypeRef | undefined, values: readonly unknown[], owner: object): string {
    this.enter(owner);
    const parts: string[] = [];
    for (const value of values) parts.push(this.part(parts.length, elementType, value) ?? 'null');
    this.around.pop();
    return `[${parts.join(',')}]`;
  }

  private entries(elementType: TypeRef | undefined, entries: Iterable<readonly [string, unknown]>, owner: object): string {
    this.enter(owner);
    const parts: string[] = [];
    for (const [key, value] of entries) {
      const text = this.part(key, elementType, value);
      if (text !== undefined) parts.push(`${quote(key)}:${text}`);
    }
    this.around.pop();
    return `{${parts.join(',')}}`;
  }

  private *mapEntries(map: ReadonlyMap<unknown, unknown>): Iterable<readonly [string, unknown]> {
    for (const [key, value] of map) {
      if (typeof key === 'symbol' || (typeof key === 'object' && key !== null) || typeof key === 'function') {
        throw this.error('the keys of a Map must be texts or numbers to be names in JSON');
      }
      yield [String(key), value];
    }
  }

  private date(date: Date): string {
    if (Number.isNaN(date.getTime())) throw this.error('an invalid Date cannot be written');
    return `"${date.toISOString()}"`;
  }

  /** Enters a list or object whose parts are written next; the caller leaves it by popping `around`. */
  private enter(value: object): void {
    const before = this.around.indexOf(value);
    if (before >= 0) {
      const start = pathText(this.path.slice(0, before));
      const what = start === '' ? 'whole value' : `value at ${start}`;
      throw this.error(`contains itself: this is the ${what} again; mark the way back @JsonIgnore`);
    }
    if (this.around.length >= this.rules.maxDepth) throw this.error(`more than ${this.rules.maxDepth} levels of nesting`);
    this.around.push(value);
  }

  // The recursion passes no functions around, to use as little stack per level of nesting as possible.
  private part(key: string | number, type: TypeRef | undefined, value: unknown): string | undefined {
    this.path.push(key);
    const text = this.text(type, value);
    this.path.pop();
    return text;
  }

  private error(problem: string): JsonWriteError {
    return new JsonWriteError(pathText(this.path), problem);
  }
}

/** The declared type of the parts, where the value is of the declared kind. */
function elementOf(type: TypeRef | undefined, kind: TypeRef['kind']): TypeRef | undefined {
  const known = type === undefined ? undefined : settled(type);
  return known !== undefined && known.kind === kind && 'element' in known ? known.element : undefined;
}

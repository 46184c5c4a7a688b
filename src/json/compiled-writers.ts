import { types } from 'node:util';

import type { TypeRef } from '../reflection/type-ref.js';
import { Optional } from '../values/optional.js';
import { giveUp } from './doubt.js';
import { quote } from './json-text.js';
import { compileClassWriter, compileWriter } from './writer-compiler.js';
import type { WriteAny, WriteObject } from './writer-compiler.js';
import { classOfPrototype, hasToJson, writtenFormOf } from './written-form.js';

/**
 * Writes values by one generated function per annotated class, made when the class is first met, and plain data by JSON.stringify. It handles
 * values that can be written only: for anything else it throws `doubt`, and ValueWriter finds the message.
 */
export class CompiledWriters {
  private readonly byPrototype = new WeakMap<object, WriteObject>([
    [Date.prototype, writeDate],
    [Optional.prototype, this.unlessItWritesItself((value: Optional<unknown>, depth) => this.any(value.orElse(null), depth - 1))],
    [Set.prototype, this.unlessItWritesItself((value: ReadonlySet<unknown>, depth) => this.any([...value], depth - 1))],
    [Map.prototype, this.unlessItWritesItself((value: ReadonlyMap<unknown, unknown>, depth) => this.map(value, depth))],
  ]);

  constructor(private readonly maxDepth: number) {}

  /** The function that writes values declared as this type, whatever they turn out to be. */
  writerFor(type: TypeRef): (value: unknown) => string {
    return compileWriter(type, this.maxDepth, this.any);
  }

  /** Any value; lists and objects of nothing but plain data are left to JSON.stringify. */
  readonly any: WriteAny = (value, depth) => {
    if (typeof value !== 'object' || value === null) return scalar(value);
    return this.isPlainData(value, depth + 1) ? plainText(value) : this.object(value, depth + 1);
  };

  /** As {@link any}, for a part of what is not plain data as a whole: its own parts are not asked again. */
  private walked(value: unknown, depth: number): string | undefined {
    return typeof value !== 'object' || value === null ? scalar(value) : this.object(value, depth + 1);
  }

  private isPlainData(value: object, depth: number): boolean {
    if (Array.isArray(value)) {
      if (hasToJson(value)) return false;
      if (depth > this.maxDepth) giveUp();
      for (let i = 0; i < value.length; i++) {
        if (!this.isPlainPart(value[i], depth)) return false;
      }
      return true;
    }
    const prototype = Object.getPrototypeOf(value) as object | null;
    if ((prototype !== Object.prototype && prototype !== null) || hasToJson(value)) return false;
    if (depth > this.maxDepth) giveUp();
    for (const key in value) {
      if (!this.isPlainPart((value as Record<string, unknown>)[key], depth)) return false;
    }
    return true;
  }

  private isPlainPart(value: unknown, depth: number): boolean {
    if (typeof value === 'object') return value === null || this.isPlainData(value, depth + 1);
    return typeof value !== 'bigint' && (typeof value !== 'function' || !hasToJson(value));
  }

  private object(value: object, depth: number): string | undefined {
    if (Array.isArray(value)) return hasToJson(value) ? this.ownForm(value, depth) : this.list(value, depth);
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (prototype === Object.prototype || prototype === null) return this.plain(value, depth);
    let write = this.byPrototype.get(prototype);
    if (write === undefined) this.byPrototype.set(prototype, (write = this.writerOf(value, prototype)));
    return write(value as never, depth);
  }

  private list(values: readonly unknown[], depth: number): string {
    if (depth > this.maxDepth) giveUp();
    if (values.length === 0) return '[]';
    let text = `[${this.walked(values[0], depth) ?? 'null'}`;
    for (let i = 1; i < values.length; i++) text += `,${this.walked(values[i], depth) ?? 'null'}`;
    return `${text}]`;
  }

  private readonly plain = (value: object, depth: number): string | undefined =>
    hasToJson(value) ? this.ownForm(value, depth) : this.entries(value, depth);

  private entries(value: object, depth: number): string {
    if (depth > this.maxDepth) giveUp();
    let text = '';
    for (const key of Object.keys(value)) {
      const own = this.walked((value as Record<string, unknown>)[key], depth);
      if (own !== undefined) text += `${text === '' ? '{' : ','}${quote(key)}:${own}`;
    }
    return text === '' ? '{}' : `${text}}`;
  }

  private map(map: ReadonlyMap<unknown, unknown>, depth: number): string {
    if (depth > this.maxDepth) giveUp();
    let text = '';
    for (const [key, value] of map) {
      const name = typeof key === 'string' ? key : typeof key === 'number' ? `${key}` : giveUp();
      const own = this.any(value, depth);
      if (own !== undefined) text += `${text === '' ? '{' : ','}${quote(name)}:${own}`;
    }
    return text === '' ? '{}' : `${text}}`;
  }

  private readonly ownForm = (value: { toJSON(): unknown }, depth: number): string | undefined => {
    const form = value.toJSON();
    if (typeof form === 'function') return undefined;
    if (typeof form !== 'object' || form === null || !hasToJson(form)) return this.any(form, depth - 1);
    // Rare enough to be left to the reference, which knows this case.
    if (Array.isArray(form)) return giveUp();
    return form instanceof Date ? writeDate(form) : this.withoutOwnForm(form, depth);
  };

  private withoutOwnForm(value: object, depth: number): string {
    const type = classOfPrototype((Object.getPrototypeOf(value) as object | null) ?? Object.prototype);
    const form = type === undefined ? undefined : writtenFormOf(type);
    // Rare enough to be left to the reference, which knows this case.
    return form === undefined ? this.entries(value, depth) : giveUp();
  }

  private writerOf(value: object, prototype: object): WriteObject {
    if (value instanceof Date) return writeDate;
    if (hasToJson(prototype)) return this.ownForm;
    for (const builtIn of [Optional, Set, Map]) {
      if (value instanceof builtIn) return this.byPrototype.get(builtIn.prototype as object)!;
    }
    if (types.isBoxedPrimitive(value)) return this.unlessItWritesItself((boxed: object, depth) => this.any(boxed.valueOf(), depth - 1));
    const type = classOfPrototype(prototype);
    const form = type === undefined ? undefined : writtenFormOf(type);
    return type === undefined || form === undefined
      ? this.plain
      : this.unlessItWritesItself(compileClassWriter(type, form, this.maxDepth, this.any));
  }

  /** An object may have a toJSON() of its own that its class does not have. */
  private unlessItWritesItself<V extends object>(write: (value: V, depth: number) => string | undefined): WriteObject {
    return (value: V, depth: number) => (hasToJson(value) ? this.ownForm(value, depth) : write(value, depth));
  }
}

/** JSON.stringify reads getters a second time and may then find something that it cannot write. */
function plainText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return giveUp();
  }
}

function scalar(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      return value - value === 0 ? `${value}` : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return `${value}`;
    case 'object':
      return 'null';
    case 'function':
      return hasToJson(value) ? giveUp() : undefined;
    default:
      return undefined;
  }
}

function writeDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? giveUp() : `"${date.toISOString()}"`;
}

import { types } from 'node:util';

import type { TypeRef } from '../reflection/type-ref.js';
import { Optional } from '../values/optional.js';
import { giveUp } from './doubt.js';
import { quote } from './json-text.js';
import { compileClassWriter, compileWriter } from './writer-compiler.js';
import type { WriteAny, WriteObject } from './writer-compiler.js';
import { classOfPrototype, hasToJson, writtenFormOf } from './written-form.js';

/**
 * Writes values by one generated function per annotated class, made when the class is first met, and plain data by JSON.stringify. It
 * knows only the way of values that can be written: anything else makes it throw `doubt`, and ValueWriter finds out what to say.
 */
export class CompiledWriters {
  private readonly byPrototype = new WeakMap<object, WriteObject>([
    [Optional.prototype, (value: Optional<unknown>, depth: number) => this.any(value.orElse(null), depth - 1)],
    [Date.prototype, writeDate],
    [Set.prototype, (value: ReadonlySet<unknown>, depth: number) => this.any([...value], depth - 1)],
    [Map.prototype, (value: ReadonlyMap<unknown, unknown>, depth: number) => this.map(value, depth)],
  ]);

  constructor(private readonly maxDepth: number) {}

  /** The function that writes values declared as this type, whatever they turn out to be. */
  writerFor(type: TypeRef): (value: unknown) => string {
    return compileWriter(type, this.maxDepth, this.any);
  }

  /** Any value; lists and objects of nothing but plain data are left to JSON.stringify. */
  readonly any: WriteAny = (value, depth) => {
    if (typeof value !== 'object' || value === null) return scalar(value);
    return this.isPlainData(value, depth + 1) ? JSON.stringify(value) : this.object(value, depth + 1);
  };

  /** The same for what is known not to be plain data as a whole: it is not asked again part by part. */
  private walked(value: unknown, depth: number): string | undefined {
    return typeof value !== 'object' || value === null ? scalar(value) : this.object(value, depth + 1);
  }

  private isPlainData(value: object, depth: number): boolean {
    if (Array.isArray(value)) {
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
    return typeof value === 'object' ? value === null || this.isPlainData(value, depth + 1) : typeof value !== 'bigint';
  }

  private object(value: object, depth: number): string | undefined {
    if (Array.isArray(value)) return this.list(value, depth);
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
    if (typeof form !== 'object' || form === null || Array.isArray(form) || !hasToJson(form)) return this.any(form, depth - 1);
    return form instanceof Date ? writeDate(form) : this.withoutOwnForm(form, depth);
  };

  private withoutOwnForm(value: object, depth: number): string {
    const type = classOfPrototype((Object.getPrototypeOf(value) as object | null) ?? Object.prototype);
    const form = type === undefined ? undefined : writtenFormOf(type);
    // Rare enough to be left to the reference, which knows this case.
    return form === undefined ? this.entries(value, depth) : giveUp();
  }

  private writerOf(value: object, prototype: object): WriteObject {
    for (const builtIn of [Optional, Date, Set, Map]) {
      if (value instanceof builtIn) return this.byPrototype.get(builtIn.prototype as object)!;
    }
    if (types.isBoxedPrimitive(value)) return (boxed: object, depth: number) => this.any(boxed.valueOf(), depth - 1);
    if (hasToJson(prototype)) return this.ownForm;
    const type = classOfPrototype(prototype);
    const form = type === undefined ? undefined : writtenFormOf(type);
    return type === undefined || form === undefined ? this.plain : compileClassWriter(type, form, this.maxDepth, this.any);
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
    default:
      return undefined;
  }
}

function writeDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? giveUp() : `"${date.toISOString()}"`;
}

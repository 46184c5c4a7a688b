import { GeneratedCode, literal } from '../reflection/generated-code.js';
import { askSchema } from '../reflection/standard-schema.js';
import type { StandardSchema } from '../reflection/standard-schema.js';
import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { Optional } from '../values/optional.js';
import { giveUp } from './doubt.js';
import { exactSpellings } from './fuzzy-enum.js';
import { propertiesOf } from './json-properties.js';
import type { JsonPropertyModel } from './json-properties.js';
import { isForbiddenKey } from './property-names.js';
import { Mismatch, fromJsonOf, isScalar, readScalar } from './scalars.js';
import type { ScalarType } from './scalars.js';
import { chooseSubtype, polymorphismOf, typeNameOf } from './subtypes.js';
import type { ReadingRules } from './value-reader.js';

/**
 * Makes the function that turns a freshly parsed JSON value into the type. It handles valid documents only: for anything else it throws
 * `doubt`, and ValueReader finds the message. It reuses the lists and plain objects of the parsed value in the result.
 */
export function compileReader(type: TypeRef, rules: ReadingRules): (value: unknown) => unknown {
  const compiler = new ReaderCompiler(rules);
  const root = compiler.expression(type, 'x', '0');
  return compiler.code.compile<(value: unknown) => unknown>(`(x) => ${root}`);
}

class ReaderCompiler {
  readonly code = new GeneratedCode();
  private readonly named = new Map<unknown, string>();
  private readonly fail = this.code.value(giveUp);

  constructor(private readonly rules: ReadingRules) {}

  /** The expression for what variable `x`, which is not undefined, is as the type; `depth` is that of the list or object around it. */
  expression(type: TypeRef, x: string, depth: string): string {
    const known = settled(type);
    const orFail = (check: string) => `(${x} === null || ${check} ? ${x} : ${this.fail}())`;
    const unlessNull = (expression: string) => `(${x} === null ? null : ${expression})`;
    const inside = (name: string) => unlessNull(`${name}(${x}, ${depth} + 1)`);
    switch (known.kind) {
      case 'text':
        return orFail(`typeof ${x} === "string"`);
      case 'boolean':
        return orFail(`typeof ${x} === "boolean"`);
      case 'number':
        return orFail(`typeof ${x} === "number" && ${x} - ${x} === 0`);
      case 'int':
        return orFail(`typeof ${x} === "number" && ${x} === (${x} | 0)`);
      case 'long':
        return orFail(`Number.isSafeInteger(${x})`);
      case 'bigint':
        return unlessNull(`(Number.isSafeInteger(${x}) ? BigInt(${x}) : ${this.fail}())`);
      case 'enum':
      case 'date':
      case 'duration':
      case 'dataSize':
        // Only scalars are left here, which the compiler cannot see.
        return unlessNull(`${this.code.value(scalarReader(known as ScalarType))}(${x})`);
      case 'json':
        return this.json(x, depth);
      case 'optional': {
        const optional = this.code.value(Optional);
        return `(${x} === null ? ${optional}.absent() : ${optional}.ofNullable(${this.expression(known.element, x, depth)}))`;
      }
      case 'list':
      case 'set':
      case 'record':
      case 'map':
        return inside(this.container(known));
      case 'class': {
        const fromJson = fromJsonOf(known);
        if (fromJson === undefined) return inside(this.declaredClass(known.type));
        return unlessNull(`${this.code.value(guarded(fromJson))}(${this.json(x, depth)})`);
      }
      case 'schema':
        return `${this.code.value(schemaReader(known.schema))}(${this.json(x, depth)})`;
      case 'unknown':
        throw new TypeError('a type that is not known was not refused before compiling');
    }
  }

  private json(x: string, depth: string): string {
    return `${this.code.value(this.jsonCheck)}(${x}, ${depth})`;
  }

  private readonly jsonCheck = (value: unknown, depth: number): unknown => {
    if (typeof value === 'number') return Number.isFinite(value) ? value : giveUp();
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= this.rules.maxDepth) giveUp();
    if (Array.isArray(value)) {
      for (const part of value as readonly unknown[]) this.jsonCheck(part, depth + 1);
      return value;
    }
    for (const key of Object.keys(value)) {
      if (isForbiddenKey(key)) giveUp();
      this.jsonCheck((value as Record<string, unknown>)[key], depth + 1);
    }
    return value;
  };

  private container(type: { readonly kind: string; readonly element: TypeRef }): string {
    const known = this.named.get(type);
    if (known !== undefined) return known;
    const name = this.code.name(type.kind);
    this.named.set(type, name);
    const element = this.expression(type.element, 'x', 'd');
    const unchanged = keepsItsValue(type.element);
    const { fail } = this;
    if (type.kind === 'list' || type.kind === 'set') {
      const each = unchanged ? `const x = v[i]; ${element};` : `const x = v[i]; v[i] = ${element};`;
      this.code.add(`function ${name}(v, d) {
        if (!Array.isArray(v) || d > ${this.rules.maxDepth}) ${fail}();
        for (let i = 0; i < v.length; i++) { ${each} }
        return ${type.kind === 'set' ? 'new Set(v)' : 'v'};
      }`);
    } else {
      const put = type.kind === 'map' ? `m.set(k, ${element});` : unchanged ? `${element};` : `v[k] = ${element};`;
      const check = type.kind === 'record' ? `if (${this.code.value(isForbiddenKey)}(k)) ${fail}();` : '';
      this.code.add(`function ${name}(v, d) {
        if (typeof v !== "object" || Array.isArray(v) || d > ${this.rules.maxDepth}) ${fail}();
        ${type.kind === 'map' ? 'const m = new Map();' : ''}
        for (const k of Object.keys(v)) { ${check} const x = v[k]; ${put} }
        return ${type.kind === 'map' ? 'm' : 'v'};
      }`);
    }
    return name;
  }

  /** The function for a field declared as this class; a polymorphic object chooses the class that is made. */
  private declaredClass(type: Class): string {
    const polymorphism = polymorphismOf(type);
    if (polymorphism === undefined) return this.exactClass(type, undefined);
    const key = `declared ${this.code.value(type)}`;
    const known = this.named.get(key);
    if (known !== undefined) return known;
    const name = this.code.name('choose');
    this.named.set(key, name);
    const { property } = polymorphism;
    const names: readonly (string | undefined)[] = [typeNameOf(type), ...this.rules.subtypes.namesOf(type), undefined];
    const cases = [...new Set(names)].map((one) => {
      const chosen = chooseSubtype(type, one, this.rules.subtypes);
      const label = one === undefined ? 'case undefined: case null' : `case ${literal(one)}`;
      return typeof chosen === 'function' ? `${label}: return ${this.exactClass(chosen, property)}(v, d);` : '';
    });
    this.code.add(`function ${name}(v, d) {
      if (typeof v !== "object" || Array.isArray(v)) ${this.fail}();
      switch (${ownValue('v', property)}) { ${cases.join('\n')} }
      return ${this.fail}();
    }`);
    return name;
  }

  /** The function that makes an instance of exactly this class. */
  private exactClass(type: Class, typeProperty: string | undefined): string {
    const known = this.named.get(type);
    if (known !== undefined) return known;
    const name = this.code.name('make');
    this.named.set(type, name);
    const counted = this.rules.unknownProperties === 'refuse';
    const properties = propertiesOf(type);
    const lines = properties.map((property) => this.property(property, counted));
    if (counted && typeProperty !== undefined && !properties.some((one) => one.property === typeProperty)) {
      lines.push(`if (${ownValue('v', typeProperty)} !== undefined) n++;`);
    }
    if (counted) lines.push(`for (const k in v) n--; if (n !== 0) ${this.fail}();`);
    this.code.add(`function ${name}(v, d) {
      if (typeof v !== "object" || Array.isArray(v) || d > ${this.rules.maxDepth}) ${this.fail}();
      const o = new ${this.code.value(type)}();
      let x; ${counted ? 'let n = 0;' : ''}
      ${lines.join('\n')}
      return o;
    }`);
    return name;
  }

  private property(property: JsonPropertyModel, counted: boolean): string {
    const count = counted ? 'n++;' : '';
    const value = `x = ${ownValue('v', property.property)};`;
    if (!property.read) return counted ? `${value} if (x !== undefined) n++;` : '';
    const field = `o[${literal(property.field)}]`;
    const set = `${field} = ${this.expression(property.type, 'x', 'd')};`;
    if (property.accessor) return `${value} if (x !== undefined) { ${count} try { ${set} } catch { ${this.fail}(); } }`;
    const absent = this.absent(property.type, field);
    return `${value} if (x !== undefined) { ${count} ${set} }${absent}`;
  }

  /** What becomes of a field that the document does not have and that the class does not initialise. */
  private absent(type: TypeRef, field: string): string {
    const known = settled(type);
    const unlessInitialised = (value: string) => ` else if (${field} === undefined) ${field} = ${value};`;
    if (known.kind === 'optional') return unlessInitialised(`${this.code.value(Optional)}.absent()`);
    return known.kind === 'schema' ? unlessInitialised(`${this.code.value(schemaReader(known.schema))}(undefined)`) : '';
  }
}

/** What a schema makes of a value; `giveUp` where it refuses it. */
function schemaReader(schema: StandardSchema): (value: unknown) => unknown {
  return (value) => {
    const result = askSchema(schema, value);
    return result.issues === undefined ? result.value : giveUp();
  };
}

/** The function for a type without parts; for an enum it tries exact spellings first. */
export function scalarReader(type: ScalarType): (value: unknown) => unknown {
  const exact: ReadonlyMap<unknown, unknown> = type.kind === 'enum' ? exactSpellings(type.members) : new Map();
  return (value) => {
    const found = exact.get(value);
    if (found !== undefined) return found;
    const scalar = readScalar(type, value);
    return scalar instanceof Mismatch ? giveUp() : scalar;
  };
}

/** Reads a property; for a name that every object inherits, only if it is the object's own. */
function ownValue(object: string, property: string): string {
  const access = `${object}[${literal(property)}]`;
  return property in Object.prototype ? `(Object.hasOwn(${object}, ${literal(property)}) ? ${access} : undefined)` : access;
}

/** True for types whose values are the JSON values themselves, so that a list of them is only checked. */
function keepsItsValue(type: TypeRef): boolean {
  const known = settled(type);
  if (known.kind === 'json') return true;
  return isScalar(known) && ['text', 'boolean', 'number', 'int', 'long'].includes(known.kind);
}

function guarded(fromJson: (value: unknown) => unknown): (value: unknown) => unknown {
  return (value) => {
    try {
      return fromJson(value);
    } catch {
      return giveUp();
    }
  };
}

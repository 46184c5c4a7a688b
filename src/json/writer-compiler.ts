import { GeneratedCode, literal } from '../reflection/generated-code.js';
import { innermostType, settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { Optional } from '../values/optional.js';
import { giveUp } from './doubt.js';
import { quote } from './json-text.js';
import { hasToJson, writtenFormOf, writtenNames } from './written-form.js';
import type { WrittenForm } from './written-form.js';

/** The text of a value in a list or object of that depth; undefined for what JSON leaves out. */
export type WriteAny = (value: unknown, depth: number) => string | undefined;
/** The text of an object that is itself of that depth. */
export type WriteObject = (value: never, depth: number) => string | undefined;

/** Makes the function that writes values declared as the type, whatever they turn out to be; `any` writes what is not as declared. */
export function compileWriter(type: TypeRef, maxDepth: number, any: WriteAny): (value: unknown) => string {
  const compiler = new WriterCompiler(maxDepth, any);
  const expression = compiler.expression(type, 'x', '0');
  return compiler.code.compile<(value: unknown) => string>(`(x) => ${expression}`);
}

/** Makes the function that writes instances of exactly this class. */
export function compileClassWriter(type: Class, form: WrittenForm, maxDepth: number, any: WriteAny): WriteObject {
  const compiler = new WriterCompiler(maxDepth, any);
  return compiler.code.compile<WriteObject>(compiler.instance(type, form));
}

class WriterCompiler {
  readonly code = new GeneratedCode();
  private readonly named = new Map<unknown, string>();
  private readonly quote = this.code.value(quote);
  private readonly fail = this.code.value(giveUp);
  private readonly rest = this.code.value((value: unknown, depth: number) => this.writeAny(value, depth) ?? 'null');

  constructor(
    private readonly maxDepth: number,
    private readonly writeAny: WriteAny,
  ) {}

  /** The expression for the text of variable `x`, declared as the type; `depth` is that of the list or object around it. */
  expression(type: TypeRef, x: string, depth: string): string {
    const known = settled(type);
    const rest = `${this.rest}(${x}, ${depth})`;
    switch (known.kind) {
      case 'text':
        return `(typeof ${x} === "string" ? ${this.quote}(${x}) : ${rest})`;
      case 'boolean':
        return `(${x} === true ? "true" : ${x} === false ? "false" : ${rest})`;
      case 'number':
      case 'int':
      case 'long':
        return `(typeof ${x} === "number" && ${x} - ${x} === 0 ? "" + ${x} : ${rest})`;
      case 'enum': {
        const names = new Map([...writtenNames(known)].map(([value, name]) => [value, quote(name)]));
        if (names.size === 0) return `(typeof ${x} === "string" ? ${this.quote}(${x}) : ${rest})`;
        return `(${this.code.value(names)}.get(${x}) ?? ${rest})`;
      }
      case 'optional': {
        const content = this.expression(known.element, x, depth);
        const isOptional = `${x} instanceof ${this.code.value(Optional)} && ${hasNoToJson(x)}`;
        return `(${isOptional} ? ((${x} = ${x}.orElse(null)) === null ? "null" : ${content}) : ${rest})`;
      }
      case 'list':
        return `(Array.isArray(${x}) && ${hasNoToJson(x)} ? ${this.list(known)}(${x}, ${depth} + 1) : ${rest})`;
      case 'set':
        return `(${x} instanceof Set && ${hasNoToJson(x)} ? ${this.list(known)}([...${x}], ${depth} + 1) : ${rest})`;
      case 'record':
      case 'map':
        return this.keyed(known, x, depth);
      case 'class': {
        const form = writtenFormOf(known.type);
        if (form === undefined || hasToJson(known.type.prototype as object)) return rest;
        const name = this.instance(known.type, form);
        const prototype = this.code.value(known.type.prototype);
        const isExactly = `typeof ${x} === "object" && ${x} !== null && Object.getPrototypeOf(${x}) === ${prototype} && ${hasNoToJson(x)}`;
        return `(${isExactly} ? ${name}(${x}, ${depth} + 1) : ${rest})`;
      }
      default:
        return rest;
    }
  }

  private list(type: { readonly element: TypeRef }): string {
    const known = this.named.get(type);
    if (known !== undefined) return known;
    const name = this.code.name('list');
    this.named.set(type, name);
    const element = this.expression(type.element, 'x', 'd');
    this.code.add(`function ${name}(v, d) {
      if (d > ${this.maxDepth}) ${this.fail}();
      if (v.length === 0) return "[]";
      let x = v[0];
      let s = "[" + ${element};
      for (let i = 1; i < v.length; i++) { x = v[i]; s += "," + ${element}; }
      return s + "]";
    }`);
    return name;
  }

  private keyed(type: { readonly kind: string; readonly element: TypeRef }, x: string, depth: string): string {
    // Only numeric enums are not written as their values; other records and maps take the general path.
    const rest = `${this.rest}(${x}, ${depth})`;
    if (!reachesNumericEnum(type.element)) return rest;
    const isMap = type.kind === 'map';
    let name = this.named.get(type);
    if (name === undefined) {
      name = this.code.name(type.kind);
      this.named.set(type, name);
      const element = this.expression(type.element, 'x', 'd');
      this.code.add(`function ${name}(v, d) {
        if (d > ${this.maxDepth}) ${this.fail}();
        let s = "";
        for (const k of ${isMap ? 'v.keys()' : 'Object.keys(v)'}) {
          if (typeof k !== "string") ${this.fail}();
          let x = ${isMap ? 'v.get(k)' : 'v[k]'};
          if (x !== undefined && typeof x !== "function" && typeof x !== "symbol") s += (s === "" ? "" : ",") + ${this.quote}(k) + ":" + ${element};
        }
        return "{" + s + "}";
      }`);
    }
    const isPlain = `typeof ${x} === "object" && ${x} !== null && Object.getPrototypeOf(${x}) === Object.prototype`;
    return `(${isMap ? `${x} instanceof Map` : isPlain} && ${hasNoToJson(x)} ? ${name}(${x}, ${depth} + 1) : ${rest})`;
  }

  /** The function that writes instances of exactly this class. */
  instance(type: Class, form: WrittenForm): string {
    const known = this.named.get(type);
    if (known !== undefined) return known;
    const name = this.code.name('write');
    this.named.set(type, name);
    const start = form.typeEntry === undefined ? '' : `${quote(form.typeEntry.property)}:${quote(form.typeEntry.name)}`;
    const lines = form.properties.map((property, index) => {
      const before = `${index === 0 ? `{${start}` : ''}${index === 0 && start === '' ? '' : ','}${quote(property.property)}:`;
      const assign = `${index === 0 ? 's =' : 's +='} ${literal(before)} + ${this.expression(property.type, 'x', 'd')};`;
      return `x = o[${literal(property.field)}]; ${assign}`;
    });
    if (lines.length === 0) lines.push(`s = ${literal(`{${start}`)};`);
    const [fields, extras] = [this.code.value(form.fields), this.code.value(this.extrasOf(form))];
    const first = form.properties.length === 0 && start === '';
    // Own properties mostly are the annotated fields in the order of the class, some perhaps missing; looking whether they are costs
    // hardly anything. If not, there may be some that no annotation knows.
    this.code.add(`function ${name}(o, d) {
      if (d > ${this.maxDepth}) ${this.fail}();
      let x, s, i = 0;
      ${lines.join('\n')}
      for (const k in o) {
        while (i < ${form.fields.length} && ${fields}[i] !== k) i++;
        if (i++ === ${form.fields.length}) { s += ${extras}(o, d)${first ? '.slice(1)' : ''}; break; }
      }
      return s + "}";
    }`);
    return name;
  }

  private extrasOf(form: WrittenForm): (instance: Readonly<Record<string, unknown>>, depth: number) => string {
    const any = this.writeAny;
    return (instance, depth) => {
      let text = '';
      for (const field of Object.keys(instance)) {
        const name = form.extraName(field);
        const own = name === undefined ? undefined : any(instance[field], depth);
        if (name !== undefined && own !== undefined) text += `,${quote(name)}:${own}`;
      }
      return text;
    };
  }
}

function hasNoToJson(x: string): string {
  return `typeof ${x}.toJSON !== "function"`;
}

function reachesNumericEnum(type: TypeRef): boolean {
  const innermost = innermostType(type);
  return innermost?.kind === 'enum' && writtenNames(innermost).size > 0;
}

import { GeneratedCode, literal } from '../reflection/generated-code.js';
import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { Optional } from '../values/optional.js';
import { propertiesOf } from './json-properties.js';
import type { JsonPropertyModel } from './json-properties.js';
import { scalarReader } from './reader-compiler.js';
import { fromJsonOf } from './scalars.js';
import type { ScalarType } from './scalars.js';
import { polymorphismOf } from './subtypes.js';
import type { ReadingRules } from './value-reader.js';

// JSON.parse makes an object for every object of the text, with a lookup for every key, and the reader then copies it into an instance. For a
// short document whose classes are known, one function that knows which keys to expect takes half the time of JSON.parse alone. It is taken
// only where it costs nothing in exactness: whatever it does not expect (an escape in a text, letters beyond ASCII, an unknown or a
// repeated property, a number of more than fifteen digits, anything malformed) makes it step back, and the text goes through JSON.parse as
// if nothing had been.
//
// It looks at bytes and not at characters: V8 makes much smaller code of them. Where a text is all ASCII, which the number of its bytes
// tells, both have the same positions.

/** Yielded by a direct reader that leaves the text to JSON.parse. */
export const steppedBack: unique symbol = Symbol('stepped back');

/**
 * Longer documents are left to JSON.parse: a text of more than twelve characters that is cut out of another keeps that one alive in V8,
 * and one field that someone keeps must not hold a large body in memory.
 */
const longestText = 2048;

/** Where texts are looked at; three bytes a character are the most that UTF-8 needs, and one more marks the end. */
const scratch = { bytes: new Uint8Array(3 * longestText + 1), encoder: new TextEncoder(), uses: 0 };

/** Code for larger classes than this would be slower to compile than it could ever save. */
const mostProperties = 60;

/** Makes the function that reads short documents of the type at once; undefined where the type is not of the simple kinds it knows. */
export function compileDirectReader(type: TypeRef, rules: ReadingRules): ((text: string) => unknown) | undefined {
  const known = settled(type);
  if (known.kind !== 'class' || !new Suitability(rules.maxDepth).suits(known, 0)) return undefined;
  const code = new GeneratedCode();
  const compiler = new DirectReaderCompiler(code);
  const no = code.value(steppedBack);
  const shared = code.value(scratch);
  // Constructors are code of others: should one of them read JSON, the bytes are no longer ours, which the count of uses tells.
  code.add(`const b = ${shared}.bytes, encoder = ${shared}.encoder;
  function read(t) {
    if (t.length > ${longestText} || encoder.encodeInto(t, b).written !== t.length) return ${no};
    b[t.length] = 0;
    const u = ++${shared}.uses;
    let p = 0, c = 0, s = 0, v;
    ${blanks}
    ${compiler.value(known, 'v')}
    ${blanks}
    return p === t.length ? v : ${no};
  }`);
  return code.compile<(text: string) => unknown>('read');
}

/** Steps over blanks; afterwards `c` is the character at `p`, or 0 at the end. */
const blanks = 'while ((c = b[p]) === 32 || c === 10 || c === 13 || c === 9) p++;';

class DirectReaderCompiler {
  private count = 0;
  private readonly no = this.code.value(steppedBack);

  constructor(private readonly code: GeneratedCode) {}

  /** Statements that read the value at `p`, whose first character is `c`, into a variable. */
  value(type: TypeRef, target: string): string {
    const known = settled(type);
    switch (known.kind) {
      case 'text':
        return this.orNull(34, this.text(target), target);
      case 'boolean':
        return `if (${isHere('true')}) { ${target} = true; p += 4; }
          else if (${isHere('false')}) { ${target} = false; p += 5; }
          else ${this.null(target)}`;
      case 'number':
      case 'int':
      case 'long':
        return this.number(known.kind, target);
      case 'enum':
      case 'date':
      case 'duration':
      case 'dataSize': {
        const read = this.code.value(scalarReader(known as ScalarType));
        return this.orNull(34, `${this.text(target)} ${target} = ${read}(${target});`, target);
      }
      case 'optional': {
        const optional = this.code.value(Optional);
        return `if (${isHere('null')}) { ${target} = ${optional}.absent(); p += 4; }
          else { ${this.value(known.element, target)} ${target} = ${optional}.ofNullable(${target}); }`;
      }
      case 'list':
      case 'set':
        return this.orNull(91, this.list(known, target), target);
      case 'class':
        return this.orNull(123, this.object(known.type, target), target);
      default:
        throw new TypeError(`${known.kind} is not read directly`);
    }
  }

  private orNull(first: number, statements: string, target: string): string {
    return `if (c === ${first}) { ${statements} } else ${this.null(target)}`;
  }

  private null(target: string): string {
    return `if (${isHere('null')}) { ${target} = null; p += 4; } else return ${this.no};`;
  }

  private text(target: string): string {
    return `s = ++p;
      while ((c = b[p]) !== 34) { if (c < 32 || c === 92) return ${this.no}; p++; }
      ${target} = t.slice(s, p++);`;
  }

  private number(kind: 'number' | 'int' | 'long', target: string): string {
    const n = this.local('n');
    const digits = `do c = b[++p]; while (c >= 48 && c <= 57);`;
    const fraction = `if (c === 46) { c = b[++p]; if (!(c >= 48 && c <= 57)) return ${this.no}; ${digits} }
      if (c === 101 || c === 69) {
        c = b[++p]; if (c === 43 || c === 45) c = b[++p];
        if (!(c >= 48 && c <= 57)) return ${this.no}; ${digits}
      }
      ${n} = +t.slice(s, p); if (${n} - ${n} !== 0) return ${this.no};`;
    const whole = kind === 'int' ? `if (${n} !== (${n} | 0)) return ${this.no};` : '';
    return `if (c === 45 || (c >= 48 && c <= 57)) {
        s = p; let ${n} = 0;
        if (c === 45) c = b[++p];
        if (c === 48) c = b[++p];
        else if (c >= 49 && c <= 57) {
          do { ${n} = ${n} * 10 + (c - 48); c = b[++p]; } while (c >= 48 && c <= 57);
          if (p - s > 15) return ${this.no};
        } else return ${this.no};
        if (c === 46 || c === 101 || c === 69) { ${kind === 'number' ? fraction : `return ${this.no};`} }
        else if (b[s] === 45) ${n} = -${n};
        ${whole} ${target} = ${n};
      } else ${this.null(target)}`;
  }

  private list(type: { readonly kind: string; readonly element: TypeRef }, target: string): string {
    const [list, element] = [this.local('l'), this.local('e')];
    return `const ${list} = []; p++;
      ${blanks}
      if (c === 93) p++;
      else for (;;) {
        let ${element};
        ${this.value(type.element, element)}
        ${list}.push(${element});
        ${blanks}
        p++;
        if (c === 93) break;
        if (c !== 44) return ${this.no};
        ${blanks}
      }
      ${target} = ${type.kind === 'set' ? `new Set(${list})` : list};`;
  }

  private object(type: Class, target: string): string {
    const fields = propertiesOf(type).map((property) => ({ property, local: this.local('f') }));
    const instance = this.local('o');
    // A key that has been read already is not looked for again: in documents in the order of the class, the first guess is right, and
    // one that is repeated is nobody's.
    const keys = fields.map(({ property, local }) => {
      const key = `${JSON.stringify(property.property)}:`;
      return `if (${local} === undefined && ${isHere(key)}) { p += ${key.length}; ${blanks} ${this.value(property.type, local)} }`;
    });
    return `${fields.map(({ local }) => `let ${local};`).join(' ')}
      p++;
      ${blanks}
      if (c === 125) p++;
      else for (;;) {
        ${keys.join(' else ')} else return ${this.no};
        ${blanks}
        p++;
        if (c === 125) break;
        if (c !== 44) return ${this.no};
        ${blanks}
      }
      const ${instance} = new ${this.code.value(type)}();
      if (${this.code.value(scratch)}.uses !== u) return ${this.no};
      ${fields.map(({ property, local }) => this.assignment(instance, property, local)).join('\n')}
      ${target} = ${instance};`;
  }

  private assignment(instance: string, property: JsonPropertyModel, local: string): string {
    const field = `${instance}[${literal(property.field)}]`;
    const absent =
      settled(property.type).kind === 'optional'
        ? ` else if (${field} === undefined) ${field} = ${this.code.value(Optional)}.absent();`
        : '';
    return `if (${local} !== undefined) ${field} = ${local};${absent}`;
  }

  private local(prefix: string): string {
    return `${prefix}${this.count++}`;
  }
}

/** True where the text has these characters at `p`; `c` is the one there. Compared one by one, which V8 compiles better than a call. */
function isHere(characters: string): string {
  return Array.from({ length: characters.length }, (_, i) => `${i === 0 ? 'c' : `b[p + ${i}]`} === ${characters.charCodeAt(i)}`).join(
    ' && ',
  );
}

class Suitability {
  private properties = 0;
  private readonly around = new Set<Class>();

  constructor(private readonly maxDepth: number) {}

  /** `depth` is that of the list or object around a value of the type: types that end need no counting while they are read. */
  suits(type: TypeRef, depth: number): boolean {
    const known = settled(type);
    switch (known.kind) {
      case 'optional':
        return this.suits(known.element, depth);
      case 'list':
      case 'set':
        return depth < this.maxDepth && this.suits(known.element, depth + 1);
      case 'class':
        return depth < this.maxDepth && this.suitsClass(known.type, depth + 1);
      case 'record':
      case 'map':
      case 'json':
      case 'bigint':
      case 'unknown':
        return false;
      default:
        return true;
    }
  }

  private suitsClass(type: Class, depth: number): boolean {
    // The code of a class stands where it is needed, so that one within itself has no end.
    if (this.around.has(type) || fromJsonOf({ kind: 'class', type }) !== undefined || polymorphismOf(type) !== undefined) return false;
    const properties = propertiesOf(type);
    this.properties += properties.length;
    if (properties.length === 0 || this.properties > mostProperties) return false;
    this.around.add(type);
    const suits = properties.every((property) => !property.accessor && this.suits(property.type, depth));
    this.around.delete(type);
    return suits;
  }
}

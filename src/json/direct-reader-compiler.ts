import { GeneratedCode, literal } from '../reflection/generated-code.js';
import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { Optional } from '../values/optional.js';
import { isReadDirectly } from './directly-read-types.js';
import { propertiesOf } from './json-properties.js';
import type { JsonPropertyModel } from './json-properties.js';
import { scalarReader } from './reader-compiler.js';
import type { ScalarType } from './scalars.js';
import type { ReadingRules } from './value-reader.js';

// JSON.parse makes an object for every object of the text, with a lookup for every key, and the compiled reader then copies it into an instance.
// For a short document whose class is known, one function that knows which keys to expect takes half the time of JSON.parse alone. It reads only
// what it expects. Anything else (an escape, letters beyond ASCII, an unknown or repeated property, a number of more than fifteen digits,
// anything malformed) it leaves to JSON.parse, which reads the text from its beginning, as if nothing had been.
//
// It looks at bytes, not at characters: V8 makes much smaller code of them. Where a text is all ASCII, which the number of its bytes tells,
// both have the same positions. `at` is the current position, and `byte` is the byte there.
//
// This is what is generated for `class Greeting { @JsonProperty word!: string }`, which is $4; a test compares the two.
//
//   function read(text) {
//     if (text.length > 2048 || encoder.encodeInto(text, bytes).written !== text.length) return leftToJsonParse;
//     bytes[text.length] = 0;
//     const use = ++scratch.uses;
//     let at = 0, byte = 0, begin = 0, result;
//     while ((byte = bytes[at]) === 32 || byte === 10 || byte === 13 || byte === 9) at++;
//     if (byte === 123) {
//       let property2;
//       at++;
//       while ((byte = bytes[at]) === 32 || byte === 10 || byte === 13 || byte === 9) at++;
//       if (byte === 125) at++;
//       else for (;;) {
//         if (property2 === undefined && byte === 34 && bytes[at + 1] === 119 && bytes[at + 2] === 111 && bytes[at + 3] === 114
//           && bytes[at + 4] === 100 && bytes[at + 5] === 34 && bytes[at + 6] === 58) {
//           at += 7;
//           while ((byte = bytes[at]) === 32 || byte === 10 || byte === 13 || byte === 9) at++;
//           if (byte === 34) {
//             begin = ++at;
//             while ((byte = bytes[at]) !== 34) { if (byte < 32 || byte === 92) return leftToJsonParse; at++; }
//             property2 = text.slice(begin, at++);
//           } else if (byte === 110 && bytes[at + 1] === 117 && bytes[at + 2] === 108 && bytes[at + 3] === 108) { property2 = null; at += 4; }
//           else return leftToJsonParse;
//         } else return leftToJsonParse;
//         while ((byte = bytes[at]) === 32 || byte === 10 || byte === 13 || byte === 9) at++;
//         at++;
//         if (byte === 125) break;
//         if (byte !== 44) return leftToJsonParse;
//         while ((byte = bytes[at]) === 32 || byte === 10 || byte === 13 || byte === 9) at++;
//       }
//       const instance3 = new $4();
//       if (scratch.uses !== use) return leftToJsonParse;
//       if (property2 !== undefined) instance3["word"] = property2;
//       result = instance3;
//     } else if (byte === 110 && bytes[at + 1] === 117 && bytes[at + 2] === 108 && bytes[at + 3] === 108) { result = null; at += 4; }
//     else return leftToJsonParse;
//     while ((byte = bytes[at]) === 32 || byte === 10 || byte === 13 || byte === 9) at++;
//     return at === text.length ? result : leftToJsonParse;
//   }

/** Yielded by a direct reader that does not read the text. */
export const leftToJsonParse: unique symbol = Symbol('left to JSON.parse');

/**
 * Longer documents are left to JSON.parse: in V8, a slice of more than twelve characters keeps the text alive that it is cut from, and one
 * field that an application keeps must not hold a large body in memory.
 */
const longestText = 2048;

/** The bytes of the text that is being read: at most three for each character, and one that marks the end. */
const scratch = { bytes: new Uint8Array(3 * longestText + 1), encoder: new TextEncoder(), uses: 0 };

/** Makes the function that reads short documents of the type at once; undefined where the type is not simple enough. */
export function compileDirectReader(type: TypeRef, rules: ReadingRules): ((text: string) => unknown) | undefined {
  const known = settled(type);
  if (known.kind !== 'class' || !isReadDirectly(known, rules.maxDepth)) return undefined;
  const code = new GeneratedCode();
  code.add(directReaderSource(known.type, code));
  return code.compile<(text: string) => unknown>('read');
}

/** The source of the function; its values are named in the code. */
export function directReaderSource(type: Class, code: GeneratedCode): string {
  code.add(`const scratch = ${code.value(scratch)};
    const { bytes, encoder } = scratch;
    const leftToJsonParse = ${code.value(leftToJsonParse)};`);
  return `function read(text) {
    if (text.length > ${longestText} || encoder.encodeInto(text, bytes).written !== text.length) ${leave}
    bytes[text.length] = 0;
    const use = ++scratch.uses;
    let at = 0, byte = 0, begin = 0, result;
    ${skipBlanks}
    ${new DirectReaderCompiler(code).value({ kind: 'class', type }, 'result')}
    ${skipBlanks}
    return at === text.length ? result : leftToJsonParse;
  }`;
}

const leave = 'return leftToJsonParse;';
const skipBlanks = 'while ((byte = bytes[at]) === 32 || byte === 10 || byte === 13 || byte === 9) at++;';
const isDigit = 'byte >= 48 && byte <= 57';
const skipDigits = `do byte = bytes[++at]; while (${isDigit});`;

class DirectReaderCompiler {
  constructor(private readonly code: GeneratedCode) {}

  /** Statements that read the value at the current position into a variable. */
  value(type: TypeRef, target: string): string {
    const known = settled(type);
    switch (known.kind) {
      case 'text':
        return `if (${isNext('"')}) { ${this.text(target)} } else ${this.null(target)}`;
      case 'boolean':
        return `if (${isNext('true')}) { ${target} = true; at += 4; }
          else if (${isNext('false')}) { ${target} = false; at += 5; }
          else ${this.null(target)}`;
      case 'number':
      case 'int':
      case 'long':
        return `if (${isNext('-')} || (${isDigit})) { ${this.number(known.kind, target)} } else ${this.null(target)}`;
      case 'enum':
      case 'date':
      case 'duration':
      case 'dataSize': {
        // What is left here is a scalar; the compiler does not see it.
        const read = this.code.value(scalarReader(known as ScalarType));
        return `if (${isNext('"')}) { ${this.text(target)} ${target} = ${read}(${target}); } else ${this.null(target)}`;
      }
      case 'optional': {
        const optional = this.code.value(Optional);
        return `if (${isNext('null')}) { ${target} = ${optional}.absent(); at += 4; }
          else { ${this.value(known.element, target)} ${target} = ${optional}.ofNullable(${target}); }`;
      }
      case 'list':
        return `if (${isNext('[')}) { ${this.list(known.element, (list) => `${target} = ${list};`)} } else ${this.null(target)}`;
      case 'set':
        return `if (${isNext('[')}) { ${this.list(known.element, (list) => `${target} = new Set(${list});`)} } else ${this.null(target)}`;
      case 'class':
        return `if (${isNext('{')}) { ${this.object(known.type, target)} } else ${this.null(target)}`;
      default:
        throw new TypeError(`${known.kind} is not read directly`);
    }
  }

  private null(target: string): string {
    return `if (${isNext('null')}) { ${target} = null; at += 4; } else ${leave}`;
  }

  private text(target: string): string {
    return `begin = ++at;
      while ((byte = bytes[at]) !== 34) { if (byte < 32 || byte === 92) ${leave} at++; }
      ${target} = text.slice(begin, at++);`;
  }

  /** Whole numbers are added up digit by digit; one with a fraction or an exponent is converted as a whole. */
  private number(kind: 'number' | 'int' | 'long', target: string): string {
    const number = this.code.name('number');
    const withFraction = `if (${isNext('.')}) { byte = bytes[++at]; if (!(${isDigit})) ${leave} ${skipDigits} }
      if (${isNext('e')} || ${isNext('E')}) {
        byte = bytes[++at];
        if (${isNext('+')} || ${isNext('-')}) byte = bytes[++at];
        if (!(${isDigit})) ${leave}
        ${skipDigits}
      }
      ${number} = +text.slice(begin, at);
      if (${number} - ${number} !== 0) ${leave}`;
    return `begin = at;
      let ${number} = 0;
      if (${isNext('-')}) byte = bytes[++at];
      if (${isNext('0')}) byte = bytes[++at];
      else if (${isDigit}) {
        do { ${number} = ${number} * 10 + (byte - 48); byte = bytes[++at]; } while (${isDigit});
        if (at - begin > 15) ${leave}
      } else ${leave}
      if (${isNext('.')} || ${isNext('e')} || ${isNext('E')}) { ${kind === 'number' ? withFraction : leave} }
      else if (bytes[begin] === 45) ${number} = -${number};
      ${kind === 'int' ? `if (${number} !== (${number} | 0)) ${leave}` : ''}
      ${target} = ${number};`;
  }

  private list(elementType: TypeRef, assign: (list: string) => string): string {
    const [list, element] = [this.code.name('list'), this.code.name('element')];
    return `const ${list} = [];
      ${this.separated('[]', `let ${element}; ${this.value(elementType, element)} ${list}.push(${element});`)}
      ${assign(list)}`;
  }

  private object(type: Class, target: string): string {
    const properties = propertiesOf(type).map((property) => ({ property, variable: this.code.name('property') }));
    const instance = this.code.name('instance');
    // A property that has a value is not looked for again. Documents mostly follow the order of the class, so that the first comparison is
    // the right one; and a repeated property is found nowhere, which leaves the document to JSON.parse.
    const entries = properties.map(({ property, variable }) => {
      const key = `${JSON.stringify(property.property)}:`;
      return `if (${variable} === undefined && ${isNext(key)}) { at += ${key.length}; ${skipBlanks} ${this.value(property.type, variable)} }`;
    });
    // A constructor is code of the application. If it reads JSON, the bytes are no longer those of our text, which the count of uses tells.
    return `let ${properties.map(({ variable }) => variable).join(', ')};
      ${this.separated('{}', `${entries.join(' else ')} else ${leave}`)}
      const ${instance} = new ${this.code.value(type)}();
      if (scratch.uses !== use) ${leave}
      ${properties.map(({ property, variable }) => this.assignment(instance, property, variable)).join('\n')}
      ${target} = ${instance};`;
  }

  /** Reads what stands between two brackets, separated by commas. */
  private separated(brackets: string, one: string): string {
    return `at++;
      ${skipBlanks}
      if (${isNext(brackets[1]!)}) at++;
      else for (;;) {
        ${one}
        ${skipBlanks}
        at++;
        if (${isNext(brackets[1]!)}) break;
        if (byte !== 44) ${leave}
        ${skipBlanks}
      }`;
  }

  private assignment(instance: string, property: JsonPropertyModel, variable: string): string {
    const field = `${instance}[${literal(property.field)}]`;
    const absent =
      settled(property.type).kind === 'optional'
        ? ` else if (${field} === undefined) ${field} = ${this.code.value(Optional)}.absent();`
        : '';
    return `if (${variable} !== undefined) ${field} = ${variable};${absent}`;
  }
}

/** Whether the text goes on with these characters. They are compared one by one, which V8 compiles better than a call. */
function isNext(characters: string): string {
  const bytes = Array.from(characters, (character) => character.charCodeAt(0));
  return bytes.map((byte, index) => `${index === 0 ? 'byte' : `bytes[at + ${index}]`} === ${byte}`).join(' && ');
}

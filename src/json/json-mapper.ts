import { describeType, settled } from '../reflection/type-ref.js';
import { typeOfToken } from '../reflection/type-token.js';
import type { Described, Token } from '../reflection/type-token.js';
import { JsonMappingError } from './json-errors.js';
import { indentJson } from './json-text.js';
import { Subtypes } from './subtypes.js';
import { TypeMapper } from './type-mapper.js';

/** What a {@link JsonMapper} can be told. */
export interface JsonMapperOptions {
  /** The classes that JSON can choose by name; an empty registry of its own unless given. */
  readonly subtypes?: Subtypes;
  /** Whether a property that a class does not have is passed over (`ignore`, unless given) or a problem (`refuse`). */
  readonly unknownProperties?: 'ignore' | 'refuse';
  /** How many lists and objects may stand inside each other, in both directions; 500 unless given, 1000 at most. */
  readonly maxDepth?: number;
}

/** Readers and writers call themselves for each level; up to here that stays well within the stack. */
const deepest = 1000;

/** How {@link JsonMapper.write} writes. */
export interface JsonWriteOptions {
  /** How many blanks each level is indented by, on lines of its own; all on one line unless given. */
  readonly indent?: number;
  /** `masked` writes "********" for the value of every `@Secret` field; `written`, unless given, writes it. */
  readonly secrets?: 'written' | 'masked';
}

/**
 * Turns JSON text into instances of classes and instances into JSON text.
 *
 * @example
 * const mapper = new JsonMapper();
 * const person = mapper.read(Person, '{"name":"Ada"}');
 * mapper.write(person); // '{"name":"Ada"}'
 */
export class JsonMapper {
  readonly subtypes: Subtypes;
  /** What becomes of a property that a class does not have. */
  readonly unknownProperties: 'ignore' | 'refuse';
  private readonly types: TypeMapper;

  constructor(options: JsonMapperOptions = {}) {
    const maxDepth = options.maxDepth ?? 500;
    if (!Number.isInteger(maxDepth) || maxDepth < 1 || maxDepth > deepest) {
      throw new RangeError(`maxDepth is a whole number from 1 to ${deepest}, not ${maxDepth}`);
    }
    this.subtypes = options.subtypes ?? new Subtypes();
    this.unknownProperties = options.unknownProperties ?? 'ignore';
    this.types = new TypeMapper({ subtypes: this.subtypes, unknownProperties: this.unknownProperties, maxDepth });
    typeMappers.set(this, this.types);
  }

  /** Reads a document as the type; a document that is only `null` is refused unless the type has room for it. */
  read<K extends Token>(type: K, text: string): Described<K> {
    const ref = typeOfToken(type);
    const value = this.types.readerFor(ref)(text);
    if (value === null && settled(ref).kind !== 'json' && settled(ref).kind !== 'schema') {
      throw new JsonMappingError([
        { kind: 'mismatch', path: '', keys: [], expected: describeType(ref), found: 'null', line: 1, column: 1 },
      ]);
    }
    // The reader was made for this token, so that what it yields is what the token describes.
    return value as Described<K>;
  }

  /** The function that reads documents as the type, made once; it yields null for a document that is only `null`. */
  readerFor<K extends Token>(type: K): (text: string) => Described<K> | null {
    return this.types.readerFor(typeOfToken(type)) as (text: string) => Described<K> | null;
  }

  /** Reads a value that is already parsed; nothing of it becomes part of the result. */
  readValue<K extends Token>(type: K, value: unknown): Described<K> | null {
    return this.types.readParsed(typeOfToken(type), value) as Described<K> | null;
  }

  /** The value as JSON text: annotated classes by their properties, everything else as JSON.stringify has it. */
  write(value: unknown, options: JsonWriteOptions = {}): string {
    return laidOut(options.secrets === 'masked' ? this.types.writeMasked(value) : this.types.write(value), options);
  }

  /** The function that writes values of the type, made once. */
  writerFor<K extends Token>(type: K): (value: Described<K> | null | undefined) => string {
    return this.types.writerFor(typeOfToken(type));
  }
}

/** What a mapper works with; not for users, who name types by tokens. */
export function typeMapperOf(mapper: JsonMapper): TypeMapper {
  return typeMappers.get(mapper)!;
}

const typeMappers = new WeakMap<JsonMapper, TypeMapper>();

function laidOut(text: string, { indent }: JsonWriteOptions): string {
  return indent === undefined || indent <= 0 ? text : indentJson(text, indent);
}

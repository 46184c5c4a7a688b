import { describeType, settled } from '../reflection/type-ref.js';
import type { TypeRef } from '../reflection/type-ref.js';
import { typeOfToken } from '../reflection/type-token.js';
import type { Described, Token } from '../reflection/type-token.js';
import { CompiledWriters } from './compiled-writers.js';
import { JsonMappingError } from './json-errors.js';
import { ParsedNode } from './json-node.js';
import { indentJson } from './json-text.js';
import { PerType } from './per-type.js';
import { Subtypes } from './subtypes.js';
import { textReader } from './text-reader.js';
import { textWriter } from './text-writer.js';
import { ValueReader } from './value-reader.js';
import type { ReadingRules } from './value-reader.js';
import { ValueWriter } from './value-writer.js';
import type { WritingRules } from './value-writer.js';

/** What a {@link JsonMapper} can be told. */
export interface JsonMapperOptions {
  /** The classes that JSON can choose by name; an empty registry of its own unless given. */
  readonly subtypes?: Subtypes;
  /** Whether a property that a class does not have is passed over (`ignore`, unless given) or a problem (`refuse`). */
  readonly unknownProperties?: 'ignore' | 'refuse';
  /** How many lists and objects may stand inside each other, in both directions; 500 unless given, 1000 at most. */
  readonly maxDepth?: number;
}

/** What goes down with the nesting of a value stays well within the stack up to here. */
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
  private readonly rules: ReadingRules;
  private readonly writing: WritingRules;
  private readonly writers: CompiledWriters;
  private readonly writer: (value: unknown) => string;
  private readonly readers = new PerType<(text: string) => unknown>();
  private readonly typedWriters = new PerType<(value: unknown) => string>();

  constructor(options: JsonMapperOptions = {}) {
    const maxDepth = options.maxDepth ?? 500;
    if (!Number.isInteger(maxDepth) || maxDepth < 1 || maxDepth > deepest) {
      throw new RangeError(`maxDepth is a whole number from 1 to ${deepest}, not ${maxDepth}`);
    }
    this.subtypes = options.subtypes ?? new Subtypes();
    this.rules = { subtypes: this.subtypes, unknownProperties: options.unknownProperties ?? 'ignore', maxDepth };
    this.writing = { maxDepth, secrets: 'written' };
    this.writers = new CompiledWriters(maxDepth);
    this.writer = textWriter(this.writing, this.writers, undefined);
  }

  /** Reads a document as the type; a document that is only `null` is refused unless the type has room for it. */
  read<K extends Token>(type: K, text: string): Described<K> {
    const ref = typeOfToken(type);
    const value = this.readerForType(ref)(text);
    if (value === null && settled(ref).kind !== 'json') {
      throw new JsonMappingError([
        { kind: 'mismatch', path: '', keys: [], expected: describeType(ref), found: 'null', line: 1, column: 1 },
      ]);
    }
    // The reader was made for this token, so that what it yields is what the token describes.
    return value as Described<K>;
  }

  /** The function that reads documents as the type, made once; it yields null for a document that is only `null`. */
  readerFor<K extends Token>(type: K): (text: string) => Described<K> | null {
    return this.readerForType(typeOfToken(type)) as (text: string) => Described<K> | null;
  }

  /** As {@link readerFor}, for a type that is known from a declaration. */
  readerForType(type: TypeRef): (text: string) => unknown {
    return this.readers.of(type, () => textReader(type, this.rules));
  }

  /** Reads a value that is already parsed; nothing of it becomes part of the result. */
  readValue<K extends Token>(type: K, value: unknown): Described<K> | null {
    const ref = typeOfToken(type);
    this.readerForType(ref); // refuses a type that cannot be read
    const reader = new ValueReader(this.rules);
    const read = reader.read(ref, new ParsedNode(value));
    if (reader.problems.length > 0) throw new JsonMappingError(reader.problems);
    return read as Described<K> | null;
  }

  /** The value as JSON text: annotated classes by their properties, everything else as JSON.stringify has it. */
  write(value: unknown, options: JsonWriteOptions = {}): string {
    if (options.secrets === 'masked') return laidOut(new ValueWriter({ ...this.writing, secrets: 'masked' }).write(value), options);
    return laidOut(this.writer(value), options);
  }

  /** The function that writes values of the type, made once. */
  writerFor<K extends Token>(type: K): (value: Described<K> | null | undefined) => string {
    return this.writerForType(typeOfToken(type));
  }

  /** As {@link writerFor}, for a type that is known from a declaration. */
  writerForType(type: TypeRef): (value: unknown) => string {
    return this.typedWriters.of(type, () => textWriter(this.writing, this.writers, type));
  }
}

function laidOut(text: string, { indent }: JsonWriteOptions): string {
  return indent === undefined || indent <= 0 ? text : indentJson(text, indent);
}

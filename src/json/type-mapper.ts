import type { TypeRef } from '../reflection/type-ref.js';
import { CompiledWriters } from './compiled-writers.js';
import { JsonMappingError } from './json-errors.js';
import { ParsedNode } from './json-node.js';
import { PerType } from './per-type.js';
import { textReader } from './text-reader.js';
import { textWriter } from './text-writer.js';
import { ValueReader } from './value-reader.js';
import type { ReadingRules } from './value-reader.js';
import { ValueWriter } from './value-writer.js';
import type { WritingRules } from './value-writer.js';

/** Makes and caches the readers and writers of types: the internal side of a mapper, for code that has types from declarations. */
export class TypeMapper {
  private readonly writing: WritingRules;
  private readonly compiled: CompiledWriters;
  private readonly readers = new PerType<(text: string) => unknown>();
  private readonly writers = new PerType<(value: unknown) => string>();
  /** Writes any value as what it is. */
  readonly write: (value: unknown) => string;

  constructor(private readonly rules: ReadingRules) {
    this.writing = { maxDepth: rules.maxDepth, secrets: 'written' };
    this.compiled = new CompiledWriters(rules.maxDepth);
    this.write = textWriter(this.writing, this.compiled, undefined);
  }

  /** The function that reads documents as the type, made once; it yields null for a document that is only `null`. */
  readerFor(type: TypeRef): (text: string) => unknown {
    return this.readers.of(type, () => textReader(type, this.rules));
  }

  /** The function that writes values of the type, made once. */
  writerFor(type: TypeRef): (value: unknown) => string {
    return this.writers.of(type, () => textWriter(this.writing, this.compiled, type));
  }

  /** Reads a value that is already parsed. */
  readParsed(type: TypeRef, value: unknown): unknown {
    this.readerFor(type); // refuses a type that cannot be read
    const reader = new ValueReader(this.rules);
    const read = reader.read(type, new ParsedNode(value));
    if (reader.problems.length > 0) throw new JsonMappingError(reader.problems);
    return read;
  }

  /** Writes any value as what it is, with "********" for the values of `@Secret` fields. */
  writeMasked(value: unknown): string {
    return new ValueWriter({ ...this.writing, secrets: 'masked' }).write(value);
  }
}

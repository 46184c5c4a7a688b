import type { Position } from './json-errors.js';
import { scanJson } from './json-scanner.js';
import type { ValueTable } from './json-scanner.js';
import { LineIndex } from './line-index.js';
import { mostDigits } from './scalars.js';

/** A JSON value as a reader meets it, whether in a text or already parsed. Its parts are made when they are asked for, each time anew. */
export interface JsonNode {
  readonly kind: 'text' | 'number' | 'boolean' | 'null' | 'list' | 'object';
  /** The value of a node without parts; undefined for a list or an object. A whole number that a double cannot hold is a bigint. */
  readonly scalar: unknown;
  /** The elements of a list; none for anything else. */
  elements(): Iterable<JsonNode>;
  /** The properties of an object in the order written, repeated ones included; none for anything else. */
  entries(): Iterable<JsonEntry>;
  /** A number or text as it is written in JSON, where that has at most so many characters. */
  written(maxLength: number): string | undefined;
  /** Where it stands, if the text is known. */
  position(): Position | undefined;
}

/** A property of an object. */
export interface JsonEntry {
  readonly key: string;
  readonly node: JsonNode;
  /** Where the key stands, if the text is known. */
  keyPosition(): Position | undefined;
}

/** Scans strict JSON; throws a {@link JsonSyntaxError} with line and column. */
export function parseJsonWithPositions(text: string): TextNode {
  return new TextNode(new ScannedText(text), 0);
}

/** The value's type in words, and the value itself where it is short. */
export function describeNode(node: JsonNode): string {
  if (node.kind === 'boolean') return String(node.scalar);
  const written = node.kind === 'text' || node.kind === 'number' ? node.written(shownLength) : undefined;
  return written === undefined ? describeKind(node) : `${describeKind(node)} ${written}`;
}

/** The value's type in words; for secrets, whose value is not shown. */
export function describeKind(node: JsonNode): string {
  return node.kind === 'boolean' ? 'true or false' : node.kind;
}

/** The longest value that a message shows. */
const shownLength = 60;

class ScannedText {
  readonly table: ValueTable;
  private lineIndex: LineIndex | undefined;

  constructor(readonly text: string) {
    this.table = scanJson(text);
  }

  positionOf(entry: number): Position {
    this.lineIndex ??= new LineIndex(this.text);
    return this.lineIndex.positionOf(this.table.begin(entry));
  }
}

/** A value in a text. */
export class TextNode implements JsonNode {
  constructor(
    private readonly source: ScannedText,
    private readonly entry: number,
  ) {}

  get kind(): JsonNode['kind'] {
    switch (this.source.text[this.source.table.begin(this.entry)]) {
      case '"':
        return 'text';
      case '[':
        return 'list';
      case '{':
        return 'object';
      case 't':
      case 'f':
        return 'boolean';
      case 'n':
        return 'null';
      default:
        return 'number';
    }
  }

  get scalar(): unknown {
    const { kind } = this;
    if (kind === 'list' || kind === 'object') return undefined;
    if (kind === 'number') return numberOf(this.slice());
    const written = this.slice();
    // V8 copies short slices; longer ones would keep the whole text in memory for as long as the value lives.
    return kind === 'text' && written.length <= 12 && !written.includes('\\') ? written.slice(1, -1) : (JSON.parse(written) as unknown);
  }

  *elements(): Iterable<TextNode> {
    if (this.kind !== 'list') return;
    const { table } = this.source;
    const end = table.next(this.entry);
    for (let entry = this.entry + 1; entry < end; entry = table.next(entry)) yield new TextNode(this.source, entry);
  }

  *entries(): Iterable<TextEntry> {
    if (this.kind !== 'object') return;
    const { table } = this.source;
    const end = table.next(this.entry);
    for (let key = this.entry + 1; key < end; key = table.next(key + 1)) yield new TextEntry(this.source, key);
  }

  written(maxLength: number): string | undefined {
    const { table } = this.source;
    return table.end(this.entry) - table.begin(this.entry) <= maxLength ? this.slice() : undefined;
  }

  position(): Position {
    return this.source.positionOf(this.entry);
  }

  private slice(): string {
    const { text, table } = this.source;
    return text.slice(table.begin(this.entry), table.end(this.entry));
  }
}

class TextEntry implements JsonEntry {
  readonly key: string;
  readonly node: TextNode;

  constructor(
    private readonly source: ScannedText,
    private readonly entry: number,
  ) {
    this.key = new TextNode(source, entry).scalar as string;
    this.node = new TextNode(source, entry + 1);
  }

  keyPosition(): Position {
    return this.source.positionOf(this.entry);
  }
}

/** A value that was parsed elsewhere. What JSON does not have (undefined, functions, symbols) counts as null. */
export class ParsedNode implements JsonNode {
  constructor(private readonly value: unknown) {}

  get kind(): JsonNode['kind'] {
    switch (typeof this.value) {
      case 'string':
        return 'text';
      case 'number':
      case 'bigint':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'object':
        return this.value === null ? 'null' : Array.isArray(this.value) ? 'list' : 'object';
      default:
        return 'null';
    }
  }

  get scalar(): unknown {
    const { kind } = this;
    return kind === 'list' || kind === 'object' ? undefined : this.value;
  }

  *elements(): Iterable<ParsedNode> {
    if (!Array.isArray(this.value)) return;
    for (const element of this.value as readonly unknown[]) yield new ParsedNode(element);
  }

  *entries(): Iterable<JsonEntry> {
    if (this.kind !== 'object') return;
    for (const [key, value] of Object.entries(this.value as object)) {
      yield { key, node: new ParsedNode(value), keyPosition: () => undefined };
    }
  }

  written(maxLength: number): string | undefined {
    if (typeof this.value === 'string' && this.value.length > maxLength) return undefined;
    const written = typeof this.value === 'string' ? JSON.stringify(this.value) : String(this.value);
    return written.length <= maxLength ? written : undefined;
  }

  position(): undefined {
    return undefined;
  }
}

function numberOf(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) || digits.length > mostDigits || /[.eE]/.test(digits) ? number : BigInt(digits);
}

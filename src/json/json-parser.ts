import { JsonSyntaxError } from './json-errors.js';
import type { Position } from './json-errors.js';

// JSON.parse is faster than anything written here and is used wherever it is enough. This parser is for what it does not tell: where a value
// stands in the text, which number was written where a double cannot hold it, and where exactly the text is malformed. It accepts what
// JSON.parse accepts (RFC 8259) and nothing else, and it keeps its own stack, so that no depth of nesting can exhaust ours.

/** A JSON value that remembers where it stands. */
export type JsonNode = JsonScalarNode | JsonListNode | JsonObjectNode;

export interface JsonScalarNode extends Position {
  readonly kind: 'text' | 'number' | 'boolean' | 'null';
  /** A whole number that a double cannot hold exactly is a bigint. */
  readonly value: string | number | bigint | boolean | null;
}

export interface JsonListNode extends Position {
  readonly kind: 'list';
  readonly elements: readonly JsonNode[];
  /** The whole as plain values. */
  readonly value: readonly unknown[];
}

export interface JsonObjectNode extends Position {
  readonly kind: 'object';
  /** In the order written; a key that is written twice is here twice, and the last one is in `value`. */
  readonly entries: readonly JsonEntry[];
  /** The whole as plain values; a key `__proto__` is an own property like any other. */
  readonly value: Readonly<Record<string, unknown>>;
}

export interface JsonEntry {
  readonly key: string;
  /** Where the key stands. */
  readonly position: Position;
  readonly node: JsonNode;
}

/** Parses strict JSON into nodes with positions; throws a {@link JsonSyntaxError} with line and column. */
export function parseJsonWithPositions(text: string): JsonNode {
  return new Parser(text).parse();
}

/** The node at the end of a path of keys and indexes, or of the deepest part of the path that there is. */
export function nodeAt(root: JsonNode, path: readonly (string | number)[]): { readonly node: JsonNode; readonly key?: Position } {
  let found: { node: JsonNode; key?: Position } = { node: root };
  for (const step of path) {
    const { node } = found;
    if (node.kind === 'list') {
      const element = typeof step === 'number' ? node.elements[step] : undefined;
      if (element === undefined) return found;
      found = { node: element };
    } else if (node.kind === 'object') {
      const entry = node.entries.findLast((one) => one.key === String(step));
      if (entry === undefined) return found;
      found = { node: entry.node, key: entry.position };
    } else return found;
  }
  return found;
}

interface OpenList extends JsonListNode {
  readonly elements: JsonNode[];
  readonly value: unknown[];
}

interface OpenObject extends JsonObjectNode {
  readonly entries: JsonEntry[];
  readonly value: Record<string, unknown>;
}

class Parser {
  private at = 0;
  private line = 1;
  private lineStart = 0;

  constructor(private readonly text: string) {}

  parse(): JsonNode {
    const open: (OpenList | OpenObject)[] = [];
    // Keys of the objects that are open, each waiting for its value.
    const keys: { readonly key: string; readonly position: Position }[] = [];
    for (;;) {
      let done: JsonNode | undefined = this.value(open);
      if (done === undefined) {
        // A list or an object was opened and is not empty: its first value comes next.
        const parent = open.at(-1)!;
        if (parent.kind === 'object') keys.push(this.key());
        continue;
      }
      // A value is complete: hand it to its parent, and that one to its own as far as they close.
      for (;;) {
        const parent = open.at(-1);
        this.blanks();
        if (parent === undefined) {
          if (this.at < this.text.length) this.fail(`unexpected ${this.here()} after the end of the document`);
          return done;
        }
        if (parent.kind === 'list') {
          parent.elements.push(done);
          parent.value.push(done.value);
        } else {
          const { key, position } = keys.pop()!;
          parent.entries.push({ key, position, node: done });
          setOwn(parent.value, key, done.value);
        }
        const closing = parent.kind === 'list' ? ']' : '}';
        const next = this.text[this.at];
        if (next === ',') {
          this.at++;
          this.blanks();
          if (this.text[this.at] === closing) this.fail(`unexpected "${closing}" after a comma`);
          if (parent.kind === 'object') keys.push(this.key());
          break;
        }
        if (next !== closing) this.fail(`expected "," or "${closing}", found ${this.here()}`);
        this.at++;
        open.pop();
        done = parent;
      }
    }
  }

  /** A scalar, or an empty list or object; undefined where one was opened that is not empty. */
  private value(open: (OpenList | OpenObject)[]): JsonNode | undefined {
    this.blanks();
    const position = this.position();
    const first = this.text[this.at];
    if (first === '"') return { kind: 'text', value: this.string(), ...position };
    if (first === '[' || first === '{') {
      this.at++;
      this.blanks();
      const node: OpenList | OpenObject =
        first === '[' ? { kind: 'list', elements: [], value: [], ...position } : { kind: 'object', entries: [], value: {}, ...position };
      if (this.text[this.at] === (first === '[' ? ']' : '}')) {
        this.at++;
        return node;
      }
      open.push(node);
      return undefined;
    }
    for (const [word, value] of words) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return { kind: value === null ? 'null' : 'boolean', value, ...position };
      }
    }
    return { kind: 'number', value: this.number(), ...position };
  }

  private key(): { readonly key: string; readonly position: Position } {
    this.blanks();
    const position = this.position();
    if (this.text[this.at] !== '"') this.fail(`expected a property name in double quotes, found ${this.here()}`);
    const key = this.string();
    this.blanks();
    if (this.text[this.at] !== ':') this.fail(`expected ":" after the property name, found ${this.here()}`);
    this.at++;
    return { key, position };
  }

  private string(): string {
    const start = this.at;
    for (this.at++; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) {
        this.at++;
        // What stands between the quotes has been checked, so that this cannot fail.
        return JSON.parse(this.text.slice(start, this.at)) as string;
      }
      if (code < 0x20) this.fail(`a control character in text must be written as an escape (\\u${code.toString(16).padStart(4, '0')})`);
      if (code === 0x5c) this.escape();
    }
    return this.fail('the text is not closed by a double quote');
  }

  private escape(): void {
    const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
    escape.lastIndex = this.at;
    if (!escape.test(this.text)) this.fail('unknown escape in text');
    this.at = escape.lastIndex - 1;
  }

  private number(): number | bigint {
    const literal = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
    literal.lastIndex = this.at;
    const found = literal.exec(this.text);
    if (found === null)
      return this.fail(this.at < this.text.length ? `unexpected ${this.here()}` : 'the document ends where a value is expected');
    const [digits, fraction, exponent] = found;
    this.at += digits.length;
    const number = Number(digits);
    return fraction === undefined && exponent === undefined && !Number.isSafeInteger(number) ? BigInt(digits) : number;
  }

  private blanks(): void {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x0a || (code === 0x0d && this.text.charCodeAt(this.at + 1) !== 0x0a)) {
        this.line++;
        this.lineStart = this.at + 1;
      } else if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return;
    }
  }

  private position(): Position {
    return { line: this.line, column: this.at - this.lineStart + 1 };
  }

  private here(): string {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) return 'the end of the document';
    return code < 0x21 || code === 0x7f || code === 0xfeff
      ? `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`
      : `"${String.fromCodePoint(code)}"`;
  }

  private fail(what: string): never {
    throw new JsonSyntaxError(what, this.position());
  }
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/** As JSON.parse does: assigning would take `__proto__` for the prototype. */
function setOwn(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

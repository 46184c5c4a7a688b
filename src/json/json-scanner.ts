import { JsonSyntaxError } from './json-errors.js';
import { LineIndex } from './line-index.js';

// JSON.parse is faster than anything written here and is used wherever it is enough. The scanner is for what JSON.parse does not tell: where a
// value stands in the text, which digits were written where a double cannot hold them, and where exactly the text is malformed. It accepts
// what JSON.parse accepts (RFC 8259) and nothing else.
//
// It runs on what hostile clients send, so its cost is bounded: one pass over the text and three integers for each value, in one typed array. It
// makes no objects, and instead of a stack of open lists and objects each of them remembers the one around it.

/** Checks that the text is JSON and notes where its values stand; throws a {@link JsonSyntaxError} with line and column. */
export function scanJson(text: string): ValueTable {
  return new Scanner(text).scan();
}

/**
 * Where the values and keys of a text stand, in the order written: entry 0 is the whole document, a list is followed by its elements, an
 * object by its keys, each with its value after it.
 *
 * ```text
 * {"a":[1,2],"b":3}     entry   begin  end  next
 *                       0 {…}       0   17     7
 *                       1 "a"       1    4     2
 *                       2 […]       5   10     5
 *                       3 1         6    7     4
 *                       4 2         8    9     5
 *                       5 "b"      11   14     6
 *                       6 3        15   16     7
 * ```
 */
export class ValueTable {
  private numbers = new Int32Array(64 * width);
  private size = 0;

  /** How many entries there are. */
  get count(): number {
    return this.size;
  }

  /** The position of the entry's first character. */
  begin(entry: number): number {
    return this.numbers[entry * width]!;
  }

  /** The position behind its last character. */
  end(entry: number): number {
    return this.numbers[entry * width + 1]!;
  }

  /** The entry that follows it and everything in it. */
  next(entry: number): number {
    return this.numbers[entry * width + 2]!;
  }

  /** Notes a value or key without parts. */
  add(begin: number, end: number): void {
    this.put(begin, end, this.size + 1);
  }

  /** Notes a list or an object that begins here; until it is closed, the place of `next` holds the entry around it. */
  open(begin: number, around: number): number {
    this.put(begin, 0, around);
    return this.size - 1;
  }

  /** Closes a list or an object; yields the entry around it. */
  close(entry: number, end: number): number {
    const around = this.next(entry);
    this.numbers[entry * width + 1] = end;
    this.numbers[entry * width + 2] = this.size;
    return around;
  }

  private put(begin: number, end: number, next: number): void {
    const at = this.size++ * width;
    if (at === this.numbers.length) {
      const larger = new Int32Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[at] = begin;
    this.numbers[at + 1] = end;
    this.numbers[at + 2] = next;
  }
}

const width = 3;
const nothing = -1;

class Scanner {
  private readonly table = new ValueTable();
  private at = 0;
  /** The innermost list or object that is open. */
  private around = nothing;

  constructor(private readonly text: string) {}

  scan(): ValueTable {
    do this.value();
    while (this.goOn());
    return this.table;
  }

  /** Scans up to the end of the next value; what it opens on the way stays open. */
  private value(): void {
    for (;;) {
      this.blanks();
      const code = this.text.charCodeAt(this.at);
      if (code !== openList && code !== openObject) return this.scalar(code);
      this.around = this.table.open(this.at, this.around);
      this.at++;
      this.blanks();
      if (this.text.charCodeAt(this.at) === code + toClosing) return this.close();
      if (code === openObject) this.key();
    }
  }

  /** Closes what ends here and steps over the comma before the next value; false at the end of the document. */
  private goOn(): boolean {
    for (;;) {
      this.blanks();
      if (this.around === nothing) {
        if (this.at < this.text.length) this.fail(`unexpected ${this.here()} after the end of the document`);
        return false;
      }
      const closing = this.text.charCodeAt(this.table.begin(this.around)) + toClosing;
      const code = this.text.charCodeAt(this.at);
      if (code === comma) {
        this.at++;
        this.blanks();
        if (this.text.charCodeAt(this.at) === closing) this.fail(`unexpected "${String.fromCharCode(closing)}" after a comma`);
        if (closing === closeObject) this.key();
        return true;
      }
      if (code !== closing) this.fail(`expected "," or "${String.fromCharCode(closing)}", found ${this.here()}`);
      this.close();
    }
  }

  private close(): void {
    this.at++;
    this.around = this.table.close(this.around, this.at);
  }

  private scalar(code: number): void {
    const begin = this.at;
    if (code === quotationMark) this.string();
    else if (code === minus || isDigit(code)) this.number();
    else this.word();
    this.table.add(begin, this.at);
  }

  private key(): void {
    this.blanks();
    const begin = this.at;
    if (this.text.charCodeAt(begin) !== quotationMark) this.fail(`expected a property name in double quotes, found ${this.here()}`);
    this.string();
    this.table.add(begin, this.at);
    this.blanks();
    if (this.text.charCodeAt(this.at) !== colon) this.fail(`expected ":" after the property name, found ${this.here()}`);
    this.at++;
  }

  private string(): void {
    const { text } = this;
    for (this.at++; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === quotationMark) {
        this.at++;
        return;
      }
      if (code < 0x20) this.fail(`a control character in text must be written as an escape (\\u${code.toString(16).padStart(4, '0')})`);
      if (code === backslash) this.escape();
    }
    this.fail('the text is not closed by a double quote');
  }

  private escape(): void {
    const escaped = this.text[this.at + 1];
    if (escaped === 'u' && /^[\da-fA-F]{4}$/.test(this.text.slice(this.at + 2, this.at + 6))) this.at += 5;
    else if (escaped !== undefined && '"\\/bfnrt'.includes(escaped)) this.at++;
    else this.fail('unknown escape in text');
  }

  private number(): void {
    const { text } = this;
    let at = text.charCodeAt(this.at) === minus ? this.at + 1 : this.at;
    if (!isDigit(text.charCodeAt(at))) this.fail(`unexpected ${this.here()}`);
    // Nothing follows a zero: in "01" the one is not part of the number.
    at = text.charCodeAt(at) === zero ? at + 1 : behindDigits(text, at);
    if (text.charCodeAt(at) === point && isDigit(text.charCodeAt(at + 1))) at = behindDigits(text, at + 1);
    if ((text.charCodeAt(at) | toLowerCase) === letterE) {
      const sign = text.charCodeAt(at + 1);
      const digits = sign === plus || sign === minus ? at + 2 : at + 1;
      if (isDigit(text.charCodeAt(digits))) at = behindDigits(text, digits);
    }
    this.at = at;
  }

  private word(): void {
    const word = ['true', 'false', 'null'].find((one) => this.text.startsWith(one, this.at));
    if (word === undefined) {
      this.fail(this.at < this.text.length ? `unexpected ${this.here()}` : 'the document ends where a value is expected');
    }
    this.at += word.length;
  }

  private blanks(): void {
    for (; ; this.at++) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }

  private here(): string {
    const code = this.text.codePointAt(this.at);
    if (code === undefined) return 'the end of the document';
    const character = String.fromCodePoint(code);
    // What does not show, or ends a line, is named by its number.
    return /[\p{C}\p{Z}]/u.test(character) ? `U+${code.toString(16).toUpperCase().padStart(4, '0')}` : `"${character}"`;
  }

  private fail(what: string): never {
    throw new JsonSyntaxError(what, new LineIndex(this.text).positionOf(this.at));
  }
}

const quotationMark = 0x22;
const plus = 0x2b;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const colon = 0x3a;
const backslash = 0x5c;
const letterE = 0x65;
const toLowerCase = 0x20;
const openList = 0x5b;
const openObject = 0x7b;
const closeObject = 0x7d;
/** From "[" to "]" and from "{" to "}". */
const toClosing = 2;

function behindDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

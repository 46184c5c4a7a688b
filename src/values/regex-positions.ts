/** What a part of a regular expression can begin and end with, by the numbers of its positions. */
export interface RegexPart {
  readonly first: readonly number[];
  readonly last: readonly number[];
  /** Whether it also matches nothing. */
  readonly mayBeEmpty: boolean;
}

/** The characters that one position takes, and which positions can follow it, once for each way to get there. */
export interface RegexPosition {
  readonly takes: ReadonlySet<number>;
  readonly next: number[];
}

/** Beyond this an expression is not looked at: its positions are counted in pairs. */
export const mostPositions = 120;

/**
 * Reads a regular expression into its positions, as in Glushkov's construction. What stands for a single character is not read but tried on the characters
 * of the alphabet, so classes, escapes and flags mean what they mean to the engine. Assertions and references count as nothing.
 */
export class RegexReader {
  readonly positions: RegexPosition[] = [];
  /** The text of each repeated part, with the positions inside it. */
  readonly repeated: { readonly text: string; readonly from: number; readonly to: number }[] = [];
  private at = 0;
  private readonly alphabet: readonly string[];

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {
    this.alphabet = [...new Set([...commonCharacters, ...Array.from(source)])];
  }

  /** The whole expression; undefined where it is too large or uses what this does not know. */
  read(): RegexPart | undefined {
    // Its classes nest.
    if (this.flags.includes('v')) return undefined;
    try {
      const whole = this.alternatives();
      return this.at === this.source.length ? whole : undefined;
    } catch (error) {
      // Syntax that is newer than this reader, such as "(?i:x)", makes pieces that are none.
      if (error instanceof TooLarge || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  private alternatives(): RegexPart {
    let all = this.sequence();
    while (this.source[this.at] === '|') {
      this.at++;
      const other = this.sequence();
      all = {
        first: [...all.first, ...other.first],
        last: [...all.last, ...other.last],
        mayBeEmpty: all.mayBeEmpty || other.mayBeEmpty,
      };
    }
    return all;
  }

  private sequence(): RegexPart {
    let whole: RegexPart = empty;
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')')
      whole = this.joined(whole, this.term());
    return whole;
  }

  private term(): RegexPart {
    const begin = this.at;
    const from = this.positions.length;
    const once = this.atom();
    const [least, most] = this.quantifier();
    if (least === 1 && most === 1) return once;
    if (most > 1) this.repeated.push({ text: this.source.slice(begin, this.at), from, to: this.positions.length });
    return this.repeat(once, { least, most, begin });
  }

  /** "x{2,}" is "xx" and any number of "x"; "x{0,2}" is "x?" twice. */
  private repeat(once: RegexPart, { least, most, begin }: Repetition): RegexPart {
    let whole: RegexPart = empty;
    let part = once;
    const copies = most === Infinity ? Math.max(least, 1) : most;
    if (copies > mostPositions) throw new TooLarge();
    for (let copy = 1; copy <= copies; copy++) {
      if (copy > 1) part = this.again(begin);
      if (most === Infinity && copy === copies) this.connect(part.last, part.first);
      whole = this.joined(whole, copy > least ? { ...part, mayBeEmpty: true } : part);
    }
    return copies === 0 ? empty : whole;
  }

  private again(begin: number): RegexPart {
    const after = this.at;
    this.at = begin;
    const part = this.atom();
    this.at = after;
    return part;
  }

  private quantifier(): readonly [least: number, most: number] {
    const written = /^(?:[*+?]|\{(?<least>\d+)(?<more>,(?<most>\d*))?\})\??/.exec(this.source.slice(this.at));
    if (written === null) return [1, 1];
    this.at += written[0].length;
    const { least, more, most } = written.groups!;
    if (least !== undefined) return [Number(least), more === undefined ? Number(least) : most === '' ? Infinity : Number(most)];
    return [written[0].startsWith('+') ? 1 : 0, written[0].startsWith('?') ? 1 : Infinity];
  }

  private atom(): RegexPart {
    const rest = this.source.slice(this.at);
    const assertion = /^(?:\^|\$|\\[bB])/.exec(rest);
    if (assertion !== null) return this.skipped(assertion[0].length);
    if (rest.startsWith('(')) return this.group(rest);
    const reference = /^\\(?:[1-9]\d*|k<[^>]*>)/.exec(rest);
    if (reference !== null) return this.skipped(reference[0].length);
    const [text] = single.exec(rest)!;
    this.at += text.length;
    return this.position(text);
  }

  private group(rest: string): RegexPart {
    const [opening] = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(rest)!;
    this.at += opening.length;
    const before = this.positions.length;
    const inside = this.alternatives();
    this.at++;
    if (!/[=!]$/.test(opening)) return inside;
    // Assertions look around without taking anything.
    this.positions.length = before;
    return empty;
  }

  private skipped(length: number): RegexPart {
    this.at += length;
    return empty;
  }

  private position(text: string): RegexPart {
    if (this.positions.length === mostPositions) throw new TooLarge();
    const expression = new RegExp(`^(?:${text})$`, this.flags.replace(/[gym]/g, ''));
    const takes = new Set(this.alphabet.flatMap((character, index) => (expression.test(character) ? [index] : [])));
    this.positions.push({ takes, next: [] });
    const number = this.positions.length - 1;
    return { first: [number], last: [number], mayBeEmpty: false };
  }

  private joined(one: RegexPart, other: RegexPart): RegexPart {
    this.connect(one.last, other.first);
    return {
      first: one.mayBeEmpty ? [...one.first, ...other.first] : one.first,
      last: other.mayBeEmpty ? [...one.last, ...other.last] : other.last,
      mayBeEmpty: one.mayBeEmpty && other.mayBeEmpty,
    };
  }

  private connect(from: readonly number[], to: readonly number[]): void {
    for (const one of from) this.positions[one]!.next.push(...to);
  }
}

interface Repetition {
  readonly least: number;
  readonly most: number;
  /** Where the part begins that is repeated. */
  readonly begin: number;
}

class TooLarge extends Error {}

const empty: RegexPart = { first: [], last: [], mayBeEmpty: true };

// A class, an escape (with all of its digits or braces), or a character, which may be a pair of surrogates.
const single =
  /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:x[\da-f]{2}|u\{[\da-f]+\}|u[\da-f]{4}|c[a-z]|[pP]\{[^}]*\}|[\s\S])|[\ud800-\udbff][\udc00-\udfff]|[\s\S])/i;

// ASCII, and one or two of each sort beyond it: letters, digits, marks, blanks, symbols.
const commonCharacters = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...Array.from('\u00a0äßΩяא中あ٣²\u0301\u2028€—😀'),
];

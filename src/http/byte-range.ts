import { listElements } from './header-field.js';

/** A part of a body: both ends count. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * What a Range header asks for: some parts; the whole, because there is no header or its unit is unknown; ranges that lie beyond the end
 * (`unsatisfiable`); or something that cannot be read (`malformed`). RFC 9110 §14.2 allows 416 for the last two.
 */
export type RangeOutcome =
  | { readonly kind: 'parts'; readonly ranges: readonly ByteRange[] }
  | { readonly kind: 'whole' }
  | { readonly kind: 'unsatisfiable' }
  | { readonly kind: 'malformed' };

/**
 * Reads a Range header against a body of that length (RFC 9110 §14.1.2). Parts that touch or overlap are joined, which also keeps many tiny
 * ranges from costing more than the whole.
 */
export function parseRange(header: string | undefined, length: number): RangeOutcome {
  if (header === undefined) return whole;
  const [, unit, set] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(header) ?? [];
  if (unit === undefined || set === undefined) return malformed;
  if (unit.toLowerCase() !== 'bytes') return whole;
  // RFC 9110 §5.6.1: empty elements of a list are ignored.
  const specifications = listElements(set);
  if (specifications.length === 0 || specifications.length > mostRanges) return malformed;
  const ranges: ByteRange[] = [];
  for (const specification of specifications) {
    const parts = /^(\d*)-(\d*)$/.exec(specification);
    if (parts === null || specification === '-') return malformed;
    const [first, last] = [parts[1]!, parts[2]!];
    if (first !== '' && last !== '' && Number(last) < Number(first)) return malformed;
    const range =
      first === ''
        ? suffix(Number(last), length)
        : { start: Number(first), end: last === '' ? length - 1 : Math.min(Number(last), length - 1) };
    if (range !== undefined && range.start < length) ranges.push(range);
  }
  return ranges.length === 0 ? { kind: 'unsatisfiable' } : { kind: 'parts', ranges: joined(ranges) };
}

/** The value of Content-Range for one part, or, without a part, for 416. */
export function contentRangeText(range: ByteRange | undefined, length: number): string {
  return range === undefined ? `bytes */${length}` : `bytes ${range.start}-${range.end}/${length}`;
}

function suffix(count: number, length: number): ByteRange | undefined {
  return count === 0 || length === 0 ? undefined : { start: Math.max(0, length - count), end: length - 1 };
}

function joined(ranges: readonly ByteRange[]): readonly ByteRange[] {
  if (ranges.length === 1) return ranges;
  const result: ByteRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const previous = result.at(-1);
    if (previous !== undefined && range.start <= previous.end + 1) {
      result[result.length - 1] = { start: previous.start, end: Math.max(previous.end, range.end) };
    } else {
      result.push(range);
    }
  }
  return result;
}

const mostRanges = 100;
const whole: RangeOutcome = { kind: 'whole' };
const malformed: RangeOutcome = { kind: 'malformed' };

import type { TimeZone } from '../layouts/time-zone.js';
import { calendarAt, timeOfFields } from './calendar.js';
import type { Calendar, Fields } from './calendar.js';
import type { PeriodUnit } from './rotation-period.js';

/** A field of a date format, such as the month of `yyyy-MM`. */
export interface DateField {
  readonly letter: Letter;
  /** How often the letter stands there. */
  readonly width: number;
}

export type Letter = keyof Fields;

/** A piece of a date format: text, or a field. */
export type DatePiece = string | DateField;

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const halves = ['AM', 'PM'];

interface LetterRule {
  readonly unit: PeriodUnit;
  readonly value: (calendar: Calendar) => number;
  readonly range: readonly [number, number];
  /** Names in place of numbers, from that width on. */
  readonly names?: { readonly from: number; readonly full: readonly string[] };
}

/** In the way of java.text.SimpleDateFormat, so that patterns of the reference mean the same here. */
const rules: Readonly<Record<Letter, LetterRule>> = {
  y: { unit: 'year', value: ({ year }) => year, range: [0, 99_999] },
  M: { unit: 'month', value: ({ month }) => month, range: [1, 12], names: { from: 3, full: months } },
  w: { unit: 'week', value: ({ week }) => week, range: [1, 53] },
  d: { unit: 'day', value: ({ day }) => day, range: [1, 31] },
  D: { unit: 'day', value: ({ dayOfYear }) => dayOfYear, range: [1, 366] },
  E: { unit: 'day', value: ({ dayOfWeek }) => dayOfWeek, range: [0, 6], names: { from: 1, full: days } },
  a: { unit: 'halfDay', value: ({ hour }) => Math.floor(hour / 12), range: [0, 1], names: { from: 1, full: halves } },
  H: { unit: 'hour', value: ({ hour }) => hour, range: [0, 23] },
  h: { unit: 'hour', value: ({ hour }) => hour % 12 || 12, range: [1, 12] },
  m: { unit: 'minute', value: ({ minute }) => minute, range: [0, 59] },
  s: { unit: 'second', value: ({ second }) => second, range: [0, 59] },
};

const units: readonly PeriodUnit[] = ['year', 'month', 'week', 'day', 'halfDay', 'hour', 'minute', 'second'];

/** A date format such as `yyyy-MM-dd-HH`, to write dates and to read them back. */
export class ArchiveDate {
  /** The finest field: how long a period is. */
  readonly unit: PeriodUnit;
  /** True if the fields tell the period from all others; names of `HH` come again every day. */
  readonly isComplete: boolean;
  private readonly letters: ReadonlySet<Letter>;

  private constructor(
    readonly pieces: readonly DatePiece[],
    /** What start-up warns of. */
    readonly warnings: readonly string[],
  ) {
    this.letters = new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.letter])));
    this.unit = units.findLast((unit) => [...this.letters].some((letter) => rules[letter].unit === unit))!;
    this.isComplete = isComplete(this.letters, this.unit);
  }

  /** Reads a format; `complain` throws. */
  static parse(format: string, complain: (problem: string) => never): ArchiveDate {
    const pieces: DatePiece[] = [];
    for (const [found, quoted] of format.matchAll(/'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g)) {
      if (found === "'") complain(`"'" in %d{${format}} begins a text that does not end; write '' for a quote`);
      if (quoted !== undefined) pieces.push(quoted === '' ? "'" : quoted.replaceAll("''", "'"));
      else if (!/[A-Za-z]/.test(found)) pieces.push(found);
      else if (found.charAt(0) in rules) pieces.push({ letter: found[0] as Letter, width: found.length });
      else complain(`"${found}" in %d{${format}} is not known; use ${Object.keys(rules).join(', ')}, and quotes around other letters`);
    }
    if (!pieces.some((piece) => typeof piece !== 'string')) complain(`%d{${format}} has no date in it`);
    const twelveHours = pieces.some((piece) => isLetter(piece, 'h')) && !pieces.some((piece) => isLetter(piece, 'a'));
    if (!twelveHours) return new ArchiveDate(pieces, []);
    const warning = `%d{${format}} has the twelve-hour "h" without "a" (AM or PM) and is read with "H", because its names would come twice a day; write H`;
    return new ArchiveDate(
      pieces.map((piece) => (isLetter(piece, 'h') ? { ...piece, letter: 'H' } : piece)),
      [warning],
    );
  }

  /** The values of the fields at that time. */
  fieldsAt(time: number, zone: TimeZone): Fields {
    const calendar = calendarAt(time, zone);
    const fields: Fields = {};
    for (const letter of this.letters) fields[letter] = rules[letter].value(calendar);
    if (isByWeek(this.letters)) fields.y = calendar.weekYear;
    return fields;
  }

  /** A number that grows with the period, for fields that make up a possible date; undefined for others. */
  timeOf(fields: Fields): number | undefined {
    for (const letter of this.letters) {
      const [least, most] = rules[letter].range;
      if (fields[letter]! < least || fields[letter]! > most) return undefined;
    }
    return timeOfFields(fields, isByWeek(this.letters) ? 'year of the week' : 'calendar year');
  }
}

/** A field as it is written. */
export function fieldText({ letter, width }: DateField, value: number): string {
  const { names } = rules[letter];
  if (names !== undefined && width >= names.from) {
    const name = names.full[value - rules[letter].range[0]]!;
    return width > 3 ? name : name.slice(0, 3);
  }
  return letter === 'y' && width === 2 ? String(value % 100).padStart(2, '0') : String(value).padStart(width, '0');
}

/** A regular expression for the texts of a field. */
export function fieldForm({ letter, width }: DateField): string {
  const { names, range } = rules[letter];
  if (names !== undefined && width >= names.from) return names.full.map((name) => (width > 3 ? name : name.slice(0, 3))).join('|');
  if (letter === 'y') return width === 2 ? '\\d{2}' : `\\d{${Math.max(4, width)}}`;
  return `\\d{${width},${Math.max(width, String(range[1]).length)}}`;
}

/** True if texts of the field differ in length, so that it cannot stand beside another such number. */
export function hasVariableLength({ letter, width }: DateField): boolean {
  const { names, range } = rules[letter];
  return letter !== 'y' && !(names !== undefined && width >= names.from) && width < String(range[1]).length;
}

/** True for a field that is written in digits. */
export function isNumeric({ letter, width }: DateField): boolean {
  const { names } = rules[letter];
  return names === undefined || width < names.from;
}

/** The value that a text of the field stands for. */
export function fieldValue({ letter, width }: DateField, text: string): number {
  const { names, range } = rules[letter];
  if (names !== undefined && width >= names.from) return names.full.findIndex((name) => name.startsWith(text)) + range[0];
  return letter === 'y' && width === 2 ? 2000 + Number(text) : Number(text);
}

function isLetter(piece: DatePiece, letter: Letter): piece is DateField {
  return typeof piece !== 'string' && piece.letter === letter;
}

// The week that holds 1 January belongs to one year only: beside a week, and without month and day, the year is that of the week (ISO 8601).
function isByWeek(letters: ReadonlySet<Letter>): boolean {
  return letters.has('w') && !letters.has('M') && !letters.has('d') && !letters.has('D');
}

function isComplete(letters: ReadonlySet<Letter>, unit: PeriodUnit): boolean {
  const has = (...wanted: Letter[]): boolean => wanted.every((letter) => letters.has(letter));
  const hasWeek = has('y', 'w') && isByWeek(letters);
  const hasDay = has('y', 'M', 'd') || has('y', 'D') || (hasWeek && has('E'));
  const hasHour = has('H') || has('h', 'a');
  switch (unit) {
    case 'year':
      return has('y');
    case 'month':
      return has('y', 'M');
    case 'week':
      return hasWeek;
    case 'day':
      return hasDay;
    case 'halfDay':
      return hasDay && has('a');
    case 'hour':
      return hasDay && hasHour;
    case 'minute':
      return hasDay && hasHour && has('m');
    case 'second':
      return hasDay && hasHour && has('m', 's');
  }
}

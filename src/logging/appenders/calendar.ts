import { TimeZone } from '../layouts/time-zone.js';
import type { WallTime } from '../layouts/time-zone.js';

/** What a calendar and a clock on the wall show. */
export interface Calendar extends WallTime {
  /** From 1 on. */
  readonly dayOfYear: number;
  /** Sunday is 0. */
  readonly dayOfWeek: number;
  /** The week by ISO 8601: it begins on Monday, and the first one holds the year's first Thursday. */
  readonly week: number;
  /** The year that the week belongs to. */
  readonly weekYear: number;
}

const oneDay = 86_400_000;

export function calendarAt(time: number, zone: TimeZone): Calendar {
  const wall = zone.wallTimeAt(time);
  const date = Date.UTC(wall.year, wall.month - 1, wall.day);
  const dayOfWeek = new Date(date).getUTCDay();
  const thursday = date + (4 - (dayOfWeek || 7)) * oneDay;
  const weekYear = new Date(thursday).getUTCFullYear();
  return {
    ...wall,
    dayOfYear: (date - Date.UTC(wall.year, 0, 1)) / oneDay + 1,
    dayOfWeek,
    week: Math.floor((thursday - Date.UTC(weekYear, 0, 1)) / oneDay / 7) + 1,
    weekYear,
  };
}

/** Fields of a date by the letters of date formats: E counts from Sunday (0), a is 0 in the morning. */
export interface Fields {
  y?: number;
  M?: number;
  d?: number;
  D?: number;
  w?: number;
  E?: number;
  a?: number;
  H?: number;
  h?: number;
  m?: number;
  s?: number;
}

/** The beginning of the period that these fields name, as if it were in UTC; undefined if there is no such date, or if fields contradict each other. */
export function timeOfFields(fields: Fields, year: 'calendar year' | 'year of the week'): number | undefined {
  const day = year === 'year of the week' ? dayInWeek(fields) : dayInYear(fields);
  if (day === undefined) return undefined;
  const { a, m = 0, s = 0 } = fields;
  const hour = fields.H ?? (fields.h === undefined ? 0 : fields.h % 12) + (a ?? 0) * 12;
  if (a !== undefined && Math.floor(hour / 12) !== a) return undefined;
  return day + ((hour * 60 + m) * 60 + s) * 1000;
}

// Without a year, one that has every day.
const leapYear = 2000;

function dayInYear({ y, M, d, D, w, E }: Fields): number | undefined {
  const isByDayOfYear = y !== undefined && D !== undefined;
  const year = y ?? leapYear;
  const date = new Date(isByDayOfYear ? Date.UTC(year, 0, D) : Date.UTC(year, (M ?? 1) - 1, d ?? 1));
  if (date.getUTCFullYear() !== year) return undefined;
  if (M !== undefined && date.getUTCMonth() + 1 !== M) return undefined;
  if (d !== undefined && date.getUTCDate() !== d) return undefined;
  const isKnownDay = isByDayOfYear || (y !== undefined && M !== undefined && d !== undefined);
  if (isKnownDay && E !== undefined && date.getUTCDay() !== E) return undefined;
  if (isKnownDay && w !== undefined && calendarAt(date.getTime(), TimeZone.UTC).week !== w) return undefined;
  return date.getTime();
}

function dayInWeek({ y, w = 1, E = 1 }: Fields): number | undefined {
  // 4 January is always in the first week.
  const fourth = Date.UTC(y ?? leapYear, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() || 7) - 1) * oneDay + (w - 1) * 7 * oneDay;
  // Only some years have a 53rd week.
  if (y !== undefined && new Date(monday + 3 * oneDay).getUTCFullYear() !== y) return undefined;
  return monday + ((E || 7) - 1) * oneDay;
}

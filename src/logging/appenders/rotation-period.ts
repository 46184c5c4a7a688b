import type { TimeZone } from '../layouts/time-zone.js';
import { calendarAt } from './calendar.js';
import type { Calendar } from './calendar.js';

/** How long a log file collects lines before it becomes an archive. */
export type PeriodUnit = 'year' | 'month' | 'week' | 'day' | 'halfDay' | 'hour' | 'minute' | 'second';

const day = 86_400_000;
const hour = 3_600_000;
const quarterHour = 900_000;

/**
 * The end of the period that holds this time: the first moment at which a wall clock shows another year, month, week, day, half day, hour, minute or
 * second. An hour that daylight saving time repeats is one period of two hours; one that it skips is none.
 */
export function endOfPeriod(time: number, unit: PeriodUnit, zone: TimeZone): number {
  if (unit === 'second') return (Math.floor(time / 1000) + 1) * 1000;
  if (unit === 'minute') return (Math.floor(time / 60_000) + 1) * 60_000;
  const shown = (at: number): string => shownBy[unit](calendarAt(at, zone));
  const period = shown(time);
  // All zones are off UTC by full quarters of an hour, so a period can only end at one of those.
  let at = Math.floor(time / quarterHour) * quarterHour;
  for (const step of [day, hour, quarterHour]) {
    while (shown(at + step) === period) at += step;
  }
  return at + quarterHour;
}

const shownBy: Readonly<Record<Exclude<PeriodUnit, 'minute' | 'second'>, (calendar: Calendar) => string>> = {
  year: ({ year }) => `${year}`,
  month: ({ year, month }) => `${year}-${month}`,
  week: ({ weekYear, week }) => `${weekYear}-${week}`,
  day: ({ year, month, day: ofMonth }) => `${year}-${month}-${ofMonth}`,
  halfDay: ({ year, month, day: ofMonth, hour: ofDay }) => `${year}-${month}-${ofMonth}-${ofDay < 12}`,
  hour: ({ year, month, day: ofMonth, hour: ofDay }) => `${year}-${month}-${ofMonth}-${ofDay}`,
};

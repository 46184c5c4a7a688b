import type { TimeZone } from '../layouts/time-zone.js';

/** How long a log file collects before it becomes an archive. */
export type PeriodUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

const units: readonly PeriodUnit[] = ['year', 'month', 'day', 'hour', 'minute', 'second'];
const day = 86_400_000;
const hour = 3_600_000;
const quarterHour = 900_000;

/**
 * When the period that holds this time is over: the first moment at which a clock on the wall shows another year, month, day, hour, minute or
 * second. An hour that daylight saving time repeats is one period of two hours; one that it leaves out is none.
 */
export function endOfPeriod(time: number, unit: PeriodUnit, zone: TimeZone): number {
  if (unit === 'second') return (Math.floor(time / 1000) + 1) * 1000;
  if (unit === 'minute') return (Math.floor(time / 60_000) + 1) * 60_000;
  const shown = (at: number): string => {
    const wall = zone.wallTimeAt(at);
    return units
      .slice(0, units.indexOf(unit) + 1)
      .map((field) => wall[field])
      .join();
  };
  const period = shown(time);
  // All zones are off UTC by full quarters of an hour, so only those can be ends.
  let at = Math.floor(time / quarterHour) * quarterHour;
  for (const step of [day, hour, quarterHour]) {
    while (shown(at + step) === period) at += step;
  }
  return at + quarterHour;
}

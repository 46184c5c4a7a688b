const pattern = /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Parses an ISO 8601 date or date-time; undefined if the text is neither. A date alone means midnight UTC, and a time without an offset is
 * UTC too, so that the result does not depend on the time zone of the server.
 */
export function parseIsoDate(text: string): Date | undefined {
  const parts = pattern.exec(text);
  if (parts === null || parts[1] === '-000000') return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [hour, minute, second] = [Number(parts[4] ?? 0), Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) return undefined;
  const offset = offsetMinutes(parts[8]);
  if (offset === undefined) return undefined;
  const date = new Date(0);
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offset, second, milliseconds(parts[7]));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** A Date has millisecond precision; further digits are dropped. */
function milliseconds(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits.slice(0, 3).padEnd(3, '0'));
}

function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined || text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

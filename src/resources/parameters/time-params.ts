import type { JsonSchema } from '../../values/json-schema.js';
import { AbstractParam } from './abstract-param.js';
import { safeInteger, wholeNumber } from './number-text.js';
import { malformed } from './wrapper-params.js';

// ECMA-262 §21.4.1.1: a Date reaches 100,000,000 days either way.
const maximumTime = 8.64e15;
// What a schema can say of these texts; that the 30th of February does not exist is left to the parsers.
const dayPattern = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const timePattern = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?';
const offsetPattern = '(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)';

/** A moment in ISO 8601 form with its offset: "2012-11-19T13:37:00Z". */
export class InstantParam extends AbstractParam<Date> {
  static readonly jsonSchema: JsonSchema = {
    type: 'string',
    pattern: `^${dayPattern}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?${offsetPattern}$`,
  };
  static readonly jsonSchemaIsWider = true;

  protected parse(raw: string): Date {
    return instantOf(raw) ?? malformed('%s must be in a ISO-8601 format.');
  }
}

/** A moment as milliseconds since 1970. */
export class EpochMillisecondsParam extends AbstractParam<Date> {
  static readonly jsonSchema: JsonSchema = { type: 'integer', minimum: -maximumTime, maximum: maximumTime };

  protected parse(raw: string): Date {
    const milliseconds = wholeNumber(raw, -maximumTime, maximumTime);
    return milliseconds === undefined ? malformed('%s is not a number.') : new Date(milliseconds);
  }
}

/** A moment as seconds since 1970. */
export class EpochSecondsParam extends AbstractParam<Date> {
  static readonly jsonSchema: JsonSchema = { type: 'integer', minimum: -maximumTime / 1000, maximum: maximumTime / 1000 };

  protected parse(raw: string): Date {
    const seconds = wholeNumber(raw, -maximumTime / 1000, maximumTime / 1000);
    return seconds === undefined ? malformed('%s is not a number.') : new Date(seconds * 1000);
  }
}

/** A moment in ISO 8601 form; a day alone is its midnight, and without an offset UTC is meant, wherever the server stands. */
export class DateTimeParam extends AbstractParam<Date> {
  static readonly jsonSchema: JsonSchema = { type: 'string', pattern: `^${dayPattern}(?:T${timePattern}${offsetPattern}?)?$` };
  static readonly jsonSchemaIsWider = true;

  protected parse(raw: string): Date {
    const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(raw);
    const [, day, time = '00:00', offset = 'Z'] = match ?? [];
    const moment = day !== undefined && isDay(day) ? instantOf(`${day}T${withSeconds(time)}${offset}`) : undefined;
    return moment ?? malformed('%s must be in a ISO-8601 format.');
  }
}

/** A day as its ISO 8601 text: "2012-11-20". */
export class LocalDateParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema = { type: 'string', pattern: `^${dayPattern}$` };
  static readonly jsonSchemaIsWider = true;

  protected parse(raw: string): string {
    return isDay(raw) ? raw : malformed('%s is invalid: write a date as yyyy-MM-dd');
  }
}

/** A time of day as its ISO 8601 text: "12:34:56.078". */
export class LocalTimeParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema = { type: 'string', pattern: `^${timePattern}$` };

  protected parse(raw: string): string {
    return isTimeOfDay(raw) ? raw : malformed('%s is invalid: write a time as HH:mm:ss');
  }
}

/** A day and a time without an offset, as their ISO 8601 text: "2012-11-19T13:37". */
export class LocalDateTimeParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema = { type: 'string', pattern: `^${dayPattern}T${timePattern}$` };
  static readonly jsonSchemaIsWider = true;

  protected parse(raw: string): string {
    const [day = '', time = '', ...rest] = raw.split('T');
    return rest.length === 0 && isDay(day) && isTimeOfDay(time)
      ? raw
      : malformed('%s is invalid: write a date and time as yyyy-MM-ddTHH:mm:ss');
  }
}

/** A year: "2012". */
export class YearParam extends AbstractParam<number> {
  static readonly jsonSchema: JsonSchema = { type: 'string', pattern: '^[+-]?\\d{4,9}$' };

  protected parse(raw: string): number {
    return /^[+-]?\d{4,9}$/.test(raw)
      ? wholeNumber(raw, safeInteger.lowest, safeInteger.highest)!
      : malformed('%s is invalid: write a year as yyyy');
  }
}

/** A month of a year as its ISO 8601 text: "2012-11". */
export class YearMonthParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema = { type: 'string', pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$' };

  protected parse(raw: string): string {
    return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(raw) ? raw : malformed('%s is invalid: write a month as yyyy-MM');
  }
}

/** The name of a time zone: "Europe/Berlin". */
export class ZoneIdParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema = { type: 'string' };
  static readonly jsonSchemaIsWider = true;

  protected parse(raw: string): string {
    // Throws a RangeError for a name that is not in the time zone database.
    return new Intl.DateTimeFormat('en', { timeZone: raw }).resolvedOptions().timeZone;
  }

  protected override errorMessage(): string {
    return '%s is invalid: write a time zone as in Europe/Berlin';
  }
}

/** The moment of an ISO 8601 text with its offset; undefined where it is none. Shared with plain `Date` parameters. */
export function instantOf(raw: string): Date | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}:\d{2})$/.exec(raw);
  if (match === null || !isDay(match[1]!) || !isTimeOfDay(match[2]!)) return undefined;
  const moment = new Date(raw);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** True for a day that exists: Date alone would take the 30th of February for the 2nd of March. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function isTimeOfDay(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/.test(text);
}

function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time;
}

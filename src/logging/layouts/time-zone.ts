import type { JsonSchema } from '../../values/json-schema.js';

const quarterHour = 900_000;

/** The fields of a date as a wall clock in a time zone shows them. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** A time zone and its offsets from UTC. */
export class TimeZone {
  static readonly UTC = new TimeZone('UTC', undefined);

  private quarter = Number.NaN;
  private offset = 0;

  private constructor(
    readonly id: string,
    private readonly calendar: Intl.DateTimeFormat | undefined,
  ) {}

  /** A zone by its IANA name, or "system" for that of the machine; throws a RangeError that says what to write. */
  static of(id: string): TimeZone {
    if (/^(utc|gmt|z)$/i.test(id)) return TimeZone.UTC;
    const name = id.toLowerCase() === 'system' ? Intl.DateTimeFormat().resolvedOptions().timeZone : id;
    try {
      return new TimeZone(name, new Intl.DateTimeFormat('en-US', { ...wallFields, timeZone: name }));
    } catch {
      throw new RangeError(`Unknown time zone: ${id}. Use UTC, system, or a name such as Europe/Berlin`);
    }
  }

  /** For the schema of the configuration. */
  static readonly jsonSchema: JsonSchema = { type: 'string' };

  /** Called when a configuration file is read. */
  static fromJson(value: unknown): TimeZone {
    if (typeof value !== 'string') throw new RangeError('A time zone is a name such as UTC, system or Europe/Berlin');
    return TimeZone.of(value);
  }

  toJSON(): string {
    return this.id;
  }

  /** Milliseconds to add to UTC. Offsets change only on full quarters of an hour, so one lookup serves a whole quarter. */
  offsetAt(time: number): number {
    if (this.calendar === undefined) return 0;
    const quarter = Math.floor(time / quarterHour);
    if (quarter !== this.quarter) {
      this.offset = offsetIn(this.calendar, quarter * quarterHour);
      this.quarter = quarter;
    }
    return this.offset;
  }

  wallTimeAt(time: number): WallTime {
    const local = new Date(time + this.offsetAt(time));
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
    };
  }
}

const wallFields: Intl.DateTimeFormatOptions = {
  calendar: 'iso8601',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
};

function offsetIn(calendar: Intl.DateTimeFormat, time: number): number {
  const fields: Record<string, number> = {};
  for (const { type, value } of calendar.formatToParts(time)) fields[type] = Number(value);
  const { year, month, day, hour, minute, second } = fields;
  return Date.UTC(year!, month! - 1, day, hour, minute, second) - time;
}

import type { JsonSchema } from './json-schema.js';
import { shortened } from './shortened.js';

/** The units of a {@link Duration}, from the smallest up. */
export type DurationUnit = 'nanoseconds' | 'microseconds' | 'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'days';

const nanosecondsPer: Readonly<Record<DurationUnit, number>> = {
  nanoseconds: 1,
  microseconds: 1e3,
  milliseconds: 1e6,
  seconds: 1e9,
  minutes: 60e9,
  hours: 3600e9,
  days: 86400e9,
};

// Case matters, as in the reference: "M" could be taken for months or mega.
const unitByText: ReadonlyMap<string, DurationUnit> = new Map([
  ...(['ns', 'nanosecond', 'nanoseconds'] as const).map((text) => [text, 'nanoseconds'] as const),
  ...(['us', 'microsecond', 'microseconds'] as const).map((text) => [text, 'microseconds'] as const),
  ...(['ms', 'millisecond', 'milliseconds'] as const).map((text) => [text, 'milliseconds'] as const),
  ...(['s', 'second', 'seconds'] as const).map((text) => [text, 'seconds'] as const),
  ...(['m', 'min', 'mins', 'minute', 'minutes'] as const).map((text) => [text, 'minutes'] as const),
  ...(['h', 'hour', 'hours'] as const).map((text) => [text, 'hours'] as const),
  ...(['d', 'day', 'days'] as const).map((text) => [text, 'days'] as const),
]);

/**
 * A length of time as people write it: a whole number and a unit.
 *
 * @example Duration.parse('30 seconds').toMilliseconds() // 30000
 */
export class Duration {
  /** The texts that {@link Duration.parse} reads. */
  static readonly jsonSchema: JsonSchema = {
    type: 'string',
    pattern: `^\\s*\\d{1,16}\\s*(?:${[...unitByText.keys()].join('|')})\\s*$`,
    description: 'a duration, as in "30 seconds"',
  };

  private constructor(
    readonly count: number,
    readonly unit: DurationUnit,
  ) {}

  static of(count: number, unit: DurationUnit): Duration {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RangeError(`Invalid duration: ${count} ${unit}. The count must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
    }
    return new Duration(count, unit);
  }

  static nanoseconds(count: number): Duration {
    return Duration.of(count, 'nanoseconds');
  }

  static microseconds(count: number): Duration {
    return Duration.of(count, 'microseconds');
  }

  static milliseconds(count: number): Duration {
    return Duration.of(count, 'milliseconds');
  }

  static seconds(count: number): Duration {
    return Duration.of(count, 'seconds');
  }

  static minutes(count: number): Duration {
    return Duration.of(count, 'minutes');
  }

  static hours(count: number): Duration {
    return Duration.of(count, 'hours');
  }

  static days(count: number): Duration {
    return Duration.of(count, 'days');
  }

  /** Reads "30 seconds", "5m", "250 ms"; throws a RangeError that says what is wrong. */
  static parse(text: string): Duration {
    const parts = /^(\d{1,16})\s*([A-Za-z]+)$/.exec(text.trim());
    if (parts === null) {
      throw new RangeError(`Invalid duration: ${shortened(text, 60)}. Write a whole number and a unit, as in "30 seconds"`);
    }
    const unit = unitByText.get(parts[2]!);
    if (unit === undefined) {
      throw new RangeError(`Invalid duration: ${shortened(text, 60)}. Wrong time unit; use ns, us, ms, s, m, h, d or their names`);
    }
    return Duration.of(Number(parts[1]), unit);
  }

  /** A duration as given, or read from text: the form that our own options take. */
  static from(value: Duration | string): Duration {
    return typeof value === 'string' ? Duration.parse(value) : value;
  }

  /** In the given unit, with a fraction where it does not divide evenly. */
  to(unit: DurationUnit): number {
    // Each unit is a whole number of every smaller one; going through nanoseconds would lose digits of long durations.
    const [own, wanted] = [nanosecondsPer[this.unit], nanosecondsPer[unit]];
    return own >= wanted ? this.count * (own / wanted) : this.count / (wanted / own);
  }

  toMilliseconds(): number {
    return this.to('milliseconds');
  }

  compareTo(other: Duration): number {
    const difference = inNanoseconds(this) - inNanoseconds(other);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  /** The text form, singular for one: "1 second", "30 seconds". */
  toString(): string {
    return `${this.count} ${this.count === 1 ? this.unit.slice(0, -1) : this.unit}`;
  }

  toJSON(): string {
    return this.toString();
  }
}

function inNanoseconds({ count, unit }: Duration): bigint {
  return BigInt(count) * BigInt(nanosecondsPer[unit]);
}

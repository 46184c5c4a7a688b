import type { JsonSchema } from './json-schema.js';
import { shortened } from './shortened.js';
import { anyCasePattern, inAnyCase } from './text-pattern.js';

/** The units of a {@link DataSize}; each is 1024 of the one before, as in the reference. */
export type DataSizeUnit = 'bytes' | 'kilobytes' | 'megabytes' | 'gigabytes' | 'terabytes';

const bytesPer: Readonly<Record<DataSizeUnit, number>> = {
  bytes: 1,
  kilobytes: 1024,
  megabytes: 1024 ** 2,
  gigabytes: 1024 ** 3,
  terabytes: 1024 ** 4,
};

const unitByLetter: Readonly<Record<string, DataSizeUnit>> = { k: 'kilobytes', m: 'megabytes', g: 'gigabytes', t: 'terabytes' };

/**
 * An amount of data as people write it: a whole number and a unit.
 *
 * @example DataSize.parse('8KiB').toBytes() // 8192
 */
export class DataSize {
  /** The texts that {@link DataSize.parse} reads. */
  static readonly jsonSchema: JsonSchema = {
    type: 'string',
    pattern: `^\\s*\\d{1,16}\\s*(?:${unitPattern()})\\s*$`,
    description: 'a size, as in "8KiB"',
  };

  private constructor(
    readonly count: number,
    readonly unit: DataSizeUnit,
  ) {}

  static of(count: number, unit: DataSizeUnit): DataSize {
    if (!Number.isSafeInteger(count) || count < 0 || !Number.isSafeInteger(count * bytesPer[unit])) {
      throw new RangeError(
        `Invalid size: ${count} ${unit}. The count must be a whole number, and the bytes at most ${Number.MAX_SAFE_INTEGER}`,
      );
    }
    return new DataSize(count, unit);
  }

  static bytes(count: number): DataSize {
    return DataSize.of(count, 'bytes');
  }

  static kilobytes(count: number): DataSize {
    return DataSize.of(count, 'kilobytes');
  }

  static megabytes(count: number): DataSize {
    return DataSize.of(count, 'megabytes');
  }

  static gigabytes(count: number): DataSize {
    return DataSize.of(count, 'gigabytes');
  }

  static terabytes(count: number): DataSize {
    return DataSize.of(count, 'terabytes');
  }

  /** Reads "8KiB", "10 kb", "1 megabyte", in any case; throws a RangeError that says what is wrong. */
  static parse(text: string): DataSize {
    const parts = /^(\d{1,16})\s*([A-Za-z]+)$/.exec(text.trim());
    if (parts === null) {
      throw new RangeError(`Invalid size: ${shortened(text, 60)}. Write a whole number and a unit, as in "8KiB"`);
    }
    const unit = unitNamed(parts[2]!.toLowerCase());
    if (unit === undefined) {
      throw new RangeError(
        `Invalid size: ${shortened(text, 60)}. Wrong size unit; use B, KB, MB, GB, TB, KiB, MiB, GiB, TiB or their names`,
      );
    }
    return DataSize.of(Number(parts[1]), unit);
  }

  /** A size as given, or read from text: the form that our own options take. */
  static from(value: DataSize | string): DataSize {
    return typeof value === 'string' ? DataSize.parse(value) : value;
  }

  toBytes(): number {
    return this.count * bytesPer[this.unit];
  }

  compareTo(other: DataSize): number {
    return Math.sign(this.toBytes() - other.toBytes());
  }

  /** The text form, singular for one: "1 kilobyte", "8 kilobytes". */
  toString(): string {
    return `${this.count} ${this.count === 1 ? this.unit.slice(0, -1) : this.unit}`;
  }

  toJSON(): string {
    return this.toString();
  }
}

function unitNamed(text: string): DataSizeUnit | undefined {
  if (/^(b|bytes?)$/.test(text)) return 'bytes';
  const parts = /^([kmgt])(?:i?b)?$/.exec(text) ?? /^(kilo|mega|giga|tera)bytes?$/.exec(text);
  return parts === null ? undefined : unitByLetter[parts[1]![0]!];
}

/** The names of the units in any case, as an expression. */
function unitPattern(): string {
  const bytes = `${anyCasePattern('byte')}[Ss]?`;
  const large = ['kilo', 'mega', 'giga', 'tera'].map(
    (prefix) => `${inAnyCase(prefix[0]!)}(?:[Ii]?[Bb]|${anyCasePattern(prefix.slice(1))}${bytes})?`,
  );
  return [...large, '[Bb]', bytes].join('|');
}

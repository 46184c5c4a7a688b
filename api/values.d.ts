// values/data-size
export declare class DataSize {
  readonly count: number;
  readonly unit: DataSizeUnit;
  static readonly jsonSchema: JsonSchema;
  static of(count: number, unit: DataSizeUnit): DataSize;
  static bytes(count: number): DataSize;
  static kilobytes(count: number): DataSize;
  static megabytes(count: number): DataSize;
  static gigabytes(count: number): DataSize;
  static terabytes(count: number): DataSize;
  static parse(text: string): DataSize;
  static from(value: DataSize | string): DataSize;
  toBytes(): number;
  compareTo(other: DataSize): number;
  toString(): string;
  toJSON(): string;
}

// values/data-size
export type DataSizeUnit = 'bytes' | 'kilobytes' | 'megabytes' | 'gigabytes' | 'terabytes';

// values/duration
export declare class Duration {
  readonly count: number;
  readonly unit: DurationUnit;
  static readonly jsonSchema: JsonSchema;
  static of(count: number, unit: DurationUnit): Duration;
  static nanoseconds(count: number): Duration;
  static microseconds(count: number): Duration;
  static milliseconds(count: number): Duration;
  static seconds(count: number): Duration;
  static minutes(count: number): Duration;
  static hours(count: number): Duration;
  static days(count: number): Duration;
  static parse(text: string): Duration;
  static from(value: Duration | string): Duration;
  to(unit: DurationUnit): number;
  toMilliseconds(): number;
  compareTo(other: Duration): number;
  toString(): string;
  toJSON(): string;
}

// values/duration
export type DurationUnit = 'nanoseconds' | 'microseconds' | 'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'days';

// values/registration-errors
export declare class NameTakenError extends Error {
  readonly name = "NameTakenError";
  readonly code = "KEELSON_NAME_TAKEN";
  constructor(kind: string, taken: string, fix: string);
}

// values/optional
export declare class Optional<T> {
  static of<V>(value: V): Optional<V>;
  static ofNullable<V>(value: V | null | undefined): Optional<V>;
  static absent<V>(): Optional<V>;
  isPresent(): boolean;
  get(): T;
  orElse<U>(other: U): T | U;
  map<U>(change: (value: T) => U | null | undefined): Optional<U>;
  toString(): string;
}

// values/registration-errors
export declare class RegisteredTooLateError extends Error {
  readonly name = "RegisteredTooLateError";
  readonly code = "KEELSON_REGISTERED_TOO_LATE";
  constructor(kind: string, late: string);
}

// values/wrapper
export declare abstract class Wrapper<V> {
  abstract get(): V;
}

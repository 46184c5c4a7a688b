import { DataSize } from '../values/data-size.js';
import type { DataSizeUnit } from '../values/data-size.js';
import { Duration } from '../values/duration.js';
import type { DurationUnit } from '../values/duration.js';
import { bounded, inclusive } from './bounds.js';
import type { Constraint, ConstraintOptions, Holding } from './constraint-types.js';
import { constraintAnnotation } from './constraint.js';
import type { Attributes, ConstraintDefinition } from './constraint.js';
import type { BoundOptions } from './number-constraints.js';

/** The duration must be at least the given one: `@MinDuration('30 seconds')`. */
export function MinDuration(
  value: Duration | string,
  options: BoundOptions = {},
): Constraint<Holding<Duration>, '@MinDuration stands on durations, not on'> {
  return constraintAnnotation(minDuration, bound(durations, value), options);
}

/** The duration must be at most the given one: `@MaxDuration('1 hour')`. */
export function MaxDuration(
  value: Duration | string,
  options: BoundOptions = {},
): Constraint<Holding<Duration>, '@MaxDuration stands on durations, not on'> {
  return constraintAnnotation(maxDuration, bound(durations, value), options);
}

/** The duration must lie between the two, which are allowed themselves. */
export function DurationRange(
  range: { readonly min: Duration | string; readonly max: Duration | string } & ConstraintOptions,
): Constraint<Holding<Duration>, '@DurationRange stands on durations, not on'> {
  return constraintAnnotation(durationRange, bounds(durations, range), withoutBounds(range));
}

/** The size must be at least the given one: `@MinDataSize('30 kilobytes')`. */
export function MinDataSize(
  value: DataSize | string,
  options: BoundOptions = {},
): Constraint<Holding<DataSize>, '@MinDataSize stands on data sizes, not on'> {
  return constraintAnnotation(minDataSize, bound(sizes, value), options);
}

/** The size must be at most the given one: `@MaxDataSize('1 megabyte')`. */
export function MaxDataSize(
  value: DataSize | string,
  options: BoundOptions = {},
): Constraint<Holding<DataSize>, '@MaxDataSize stands on data sizes, not on'> {
  return constraintAnnotation(maxDataSize, bound(sizes, value), options);
}

/** The size must lie between the two, which are allowed themselves. */
export function DataSizeRange(
  range: { readonly min: DataSize | string; readonly max: DataSize | string } & ConstraintOptions,
): Constraint<Holding<DataSize>, '@DataSizeRange stands on data sizes, not on'> {
  return constraintAnnotation(dataSizeRange, bounds(sizes, range), withoutBounds(range));
}

/** What durations and sizes have in common: a count and a unit. */
interface Amount {
  readonly count: number;
  readonly unit: string;
  toString(): string;
}

interface Amounts<V extends Amount> {
  readonly on: 'duration' | 'dataSize';
  parse(text: string): V;
  of(count: number, unit: string): V;
  /** Negative where the value is less than the bound, 0 where they are equal, NaN if it is not such an amount. */
  compare(value: unknown, bound: V): number;
  /** In the smallest unit. */
  measure(amount: V): number;
}

const durations: Amounts<Duration> = {
  on: 'duration',
  parse: (text) => Duration.parse(text),
  of: (count, unit) => Duration.of(count, unit as DurationUnit),
  compare: (value, against) => (value instanceof Duration ? value.compareTo(against) : NaN),
  measure: (duration) => duration.to('nanoseconds'),
};

const sizes: Amounts<DataSize> = {
  on: 'dataSize',
  parse: (text) => DataSize.parse(text),
  of: (count, unit) => DataSize.of(count, unit as DataSizeUnit),
  compare: (value, against) => (value instanceof DataSize ? value.compareTo(against) : NaN),
  measure: (size) => size.toBytes(),
};

const minDuration = least('MinDuration', durations);
const maxDuration = most('MaxDuration', durations);
const durationRange = between('DurationRange', durations);
const minDataSize = least('MinDataSize', sizes);
const maxDataSize = most('MaxDataSize', sizes);
const dataSizeRange = between('DataSizeRange', sizes);

function least<V extends Amount>(name: string, amounts: Amounts<V>): ConstraintDefinition {
  return oneSided(name, amounts, (difference, inclusive) => difference > 0 || (inclusive && difference === 0), 'greater');
}

function most<V extends Amount>(name: string, amounts: Amounts<V>): ConstraintDefinition {
  return oneSided(name, amounts, (difference, inclusive) => difference < 0 || (inclusive && difference === 0), 'less');
}

function oneSided<V extends Amount>(
  name: string,
  amounts: Amounts<V>,
  holds: (difference: number, inclusive: boolean) => boolean,
  direction: 'greater' | 'less',
): ConstraintDefinition {
  return bounded({
    name,
    on: amounts.on,
    level: 'value',
    absent: 'valid',
    message: ({ inclusive: orEqual }) => `must be ${direction} than ${orEqual === true ? 'or equal to ' : ''}{value} {unit}`,
    prepare({ value: count, unit, inclusive: orEqual }) {
      const against = amounts.of(count as number, String(unit).toLowerCase());
      return (value) => holds(amounts.compare(value, against), orEqual === true);
    },
    misuse: ({ value }) => unreadable(amounts, value),
    bounds({ value: count, unit, inclusive: orEqual }) {
      const only = { value: measured(amounts, count, unit), inclusive: orEqual === true };
      return { scale: amounts.on, ...(direction === 'greater' ? { least: only } : { most: only }) };
    },
  });
}

function between<V extends Amount>(name: string, amounts: Amounts<V>): ConstraintDefinition {
  const limits = ({ min, minUnit, max, maxUnit }: Attributes): readonly [V, V] => [
    amounts.of(min as number, String(minUnit).toLowerCase()),
    amounts.of(max as number, String(maxUnit).toLowerCase()),
  ];
  return bounded({
    name,
    on: amounts.on,
    level: 'value',
    absent: 'valid',
    message: 'must be between {min} {minUnit} and {max} {maxUnit}',
    prepare(attributes) {
      const [min, max] = limits(attributes);
      return (value) => amounts.compare(value, min) >= 0 && amounts.compare(value, max) <= 0;
    },
    misuse(attributes) {
      const problem = unreadable(amounts, attributes['min']) ?? unreadable(amounts, attributes['max']);
      if (problem !== undefined) return problem;
      const [min, max] = limits(attributes);
      return amounts.compare(min, max) > 0 ? `min ${min.toString()} is greater than max ${max.toString()}; swap them` : undefined;
    },
    bounds: ({ min, minUnit, max, maxUnit }) => ({
      scale: amounts.on,
      least: inclusive(measured(amounts, min, minUnit)),
      most: inclusive(measured(amounts, max, maxUnit)),
    }),
  });
}

/** The amount as a number that can be compared; NaN, which is neither less nor greater than any, for one that could not be read. */
function measured<V extends Amount>(amounts: Amounts<V>, count: unknown, unit: unknown): number {
  return typeof count === 'number' ? amounts.measure(amounts.of(count, String(unit).toLowerCase())) : NaN;
}

/** A text that cannot be read stays as it is, for {@link unreadable} to report at start-up together with whatever else is wrong. */
function bound<V extends Amount>(amounts: Amounts<V>, written: V | string): Attributes {
  const { count, unit } = readable(amounts, written);
  return { value: count, unit, inclusive: true };
}

function bounds<V extends Amount>(amounts: Amounts<V>, range: { readonly min: V | string; readonly max: V | string }): Attributes {
  const min = readable(amounts, range.min);
  const max = readable(amounts, range.max);
  return { min: min.count, minUnit: min.unit, max: max.count, maxUnit: max.unit };
}

function readable<V extends Amount>(amounts: Amounts<V>, written: V | string): { readonly count: number | string; readonly unit: string } {
  if (typeof written === 'string' && unreadable(amounts, written) !== undefined) return { count: written, unit: '' };
  const { count, unit } = typeof written === 'string' ? amounts.parse(written) : written;
  return { count, unit: unit.toUpperCase() };
}

function unreadable<V extends Amount>(amounts: Amounts<V>, count: unknown): string | undefined {
  if (typeof count === 'number') return undefined;
  try {
    amounts.parse(String(count));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function withoutBounds({
  min: _min,
  max: _max,
  ...options
}: { readonly min: unknown; readonly max: unknown } & ConstraintOptions): ConstraintOptions {
  return options;
}

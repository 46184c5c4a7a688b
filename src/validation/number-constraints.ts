import { bounded, inclusive, numberSchema } from './bounds.js';
import type { BoundedDefinition, Bounds } from './bounds.js';
import type { BareConstraint, Constraint, ConstraintOptions, Numeric } from './constraint-types.js';
import { bareConstraint, constraintAnnotation } from './constraint.js';
import type { ConstraintDefinition } from './constraint.js';

/** The number must be the given one or greater. */
export function Min(value: number | bigint, options?: ConstraintOptions): Constraint<Numeric, '@Min stands on numbers, not on'> {
  return constraintAnnotation(min, { value }, options);
}

/** The number must be the given one or less. */
export function Max(value: number | bigint, options?: ConstraintOptions): Constraint<Numeric, '@Max stands on numbers, not on'> {
  return constraintAnnotation(max, { value }, options);
}

/** Options of bounds that may leave out the bound itself. */
export interface BoundOptions extends ConstraintOptions {
  /** Whether the bound itself is allowed; true unless said otherwise. */
  readonly inclusive?: boolean;
}

/** The number must be at least, or with `inclusive: false` greater than, the given decimal. */
export function DecimalMin(
  value: number | string,
  options: BoundOptions = {},
): Constraint<Numeric, '@DecimalMin stands on numbers, not on'> {
  return constraintAnnotation(decimalMin, { value, inclusive: true }, options);
}

/** The number must be at most, or with `inclusive: false` less than, the given decimal. */
export function DecimalMax(
  value: number | string,
  options: BoundOptions = {},
): Constraint<Numeric, '@DecimalMax stands on numbers, not on'> {
  return constraintAnnotation(decimalMax, { value, inclusive: true }, options);
}

/** The number must have at most so many digits before and after the decimal point. */
export function Digits(
  digits: { readonly integer: number; readonly fraction: number } & ConstraintOptions,
): Constraint<Numeric, '@Digits stands on numbers, not on'> {
  return constraintAnnotation(digitCounts, {}, digits);
}

/** The number must lie between the two, which are allowed themselves. */
export function Range(
  range: { readonly min?: number | bigint; readonly max?: number | bigint } & ConstraintOptions,
): Constraint<Numeric, '@Range stands on numbers, not on'> {
  return constraintAnnotation(rangeOfNumbers, { min: 0, max: Number.MAX_SAFE_INTEGER }, range);
}

/** The number must be greater than 0. */
export const Positive: BareConstraint<Numeric, '@Positive stands on numbers, not on'> = bareConstraint(
  comparedToZero('Positive', 'must be greater than 0', { least: { value: 0, inclusive: false } }, (value) => value > 0),
);

/** The number must be 0 or greater. */
export const PositiveOrZero: BareConstraint<Numeric, '@PositiveOrZero stands on numbers, not on'> = bareConstraint(
  comparedToZero('PositiveOrZero', 'must be greater than or equal to 0', { least: inclusive(0) }, (value) => value >= 0),
);

/** The number must be less than 0. */
export const Negative: BareConstraint<Numeric, '@Negative stands on numbers, not on'> = bareConstraint(
  comparedToZero('Negative', 'must be less than 0', { most: { value: 0, inclusive: false } }, (value) => value < 0),
);

/** The number must be 0 or less. */
export const NegativeOrZero: BareConstraint<Numeric, '@NegativeOrZero stands on numbers, not on'> = bareConstraint(
  comparedToZero('NegativeOrZero', 'must be less than or equal to 0', { most: inclusive(0) }, (value) => value <= 0),
);

const min = boundedNumber({
  ...numeric('Min', 'must be greater than or equal to {value}'),
  bounds: ({ value }) => ({ scale: 'number', least: inclusive(value) }),
  prepare(attributes) {
    const bound = attributes['value'] as number | bigint;
    return (value) => isNumber(value) && value >= bound;
  },
  misuse: ({ value }) => notANumber(value),
});

const max = boundedNumber({
  ...numeric('Max', 'must be less than or equal to {value}'),
  bounds: ({ value }) => ({ scale: 'number', most: inclusive(value) }),
  prepare(attributes) {
    const bound = attributes['value'] as number | bigint;
    return (value) => isNumber(value) && value <= bound;
  },
  misuse: ({ value }) => notANumber(value),
});

const decimalMin = boundedNumber({
  ...numeric('DecimalMin', ({ inclusive: orEqual }) =>
    orEqual === true ? 'must be greater than or equal to {value}' : 'must be greater than {value}',
  ),
  prepare({ value: written, inclusive: orEqual }) {
    const bound = decimal(written);
    return orEqual === true ? (value) => isNumber(value) && value >= bound : (value) => isNumber(value) && value > bound;
  },
  misuse: ({ value }) => notANumber(decimal(value), value),
  bounds: ({ value, inclusive: orEqual }) => ({ scale: 'number', least: { value: decimal(value), inclusive: orEqual === true } }),
});

const decimalMax = boundedNumber({
  ...numeric('DecimalMax', ({ inclusive: orEqual }) =>
    orEqual === true ? 'must be less than or equal to {value}' : 'must be less than {value}',
  ),
  prepare({ value: written, inclusive: orEqual }) {
    const bound = decimal(written);
    return orEqual === true ? (value) => isNumber(value) && value <= bound : (value) => isNumber(value) && value < bound;
  },
  misuse: ({ value }) => notANumber(decimal(value), value),
  bounds: ({ value, inclusive: orEqual }) => ({ scale: 'number', most: { value: decimal(value), inclusive: orEqual === true } }),
});

const digitCounts: ConstraintDefinition = {
  ...numeric('Digits', 'numeric value out of bounds (<{integer} digits>.<{fraction} digits> expected)'),
  prepare(attributes) {
    const { integer, fraction } = attributes as { readonly integer: number; readonly fraction: number };
    return (value) => {
      if (!isNumber(value)) return false;
      const parts = digitsOf(value);
      return parts !== undefined && parts.integer <= integer && parts.fraction <= fraction;
    };
  },
  misuse({ integer, fraction }) {
    return isCount(integer) && isCount(fraction) ? undefined : 'integer and fraction must be whole numbers from 0 up';
  },
  // No multipleOf for fractions: what a double makes of 0.01 divides hardly anything.
  schema({ integer, fraction }) {
    const limit = 10 ** (integer as number);
    return { exclusiveMinimum: -limit, exclusiveMaximum: limit, ...(fraction === 0 ? { multipleOf: 1 } : {}) };
  },
  schemaIsWider: ({ fraction }) => fraction !== 0,
};

const rangeOfNumbers = boundedNumber({
  ...numeric('Range', 'must be between {min} and {max}'),
  prepare(attributes) {
    const { min: least, max: most } = attributes as unknown as Limits;
    return (value) => isNumber(value) && value >= least && value <= most;
  },
  misuse: ({ min: least, max: most }) => notANumber(least) ?? notANumber(most) ?? reversed(least, most),
  bounds: ({ min: least, max: most }) => ({ scale: 'number', least: inclusive(least), most: inclusive(most) }),
});

const portRange: ConstraintDefinition = {
  ...numeric('PortRange', 'must be between {min} and {max}'),
  misuse: (attributes) => rangeOfNumbers.misuse?.(attributes),
  schema: ({ min: least, max: most }) => ({ anyOf: [{ const: 0 }, { type: 'integer', minimum: least, maximum: most }] }),
  prepare(attributes) {
    const { min: least, max: most } = attributes as unknown as Limits;
    return (value) => value === 0 || (Number.isInteger(value) && (value as number) >= least && (value as number) <= most);
  },
};

/** The number must be a port, 1 to 65535 unless said otherwise; 0 always stands for "any free port". */
export const PortRange: BareConstraint<Numeric, PortProblem> & ((range: PortRangeOptions) => Constraint<Numeric, PortProblem>) =
  bareConstraint(portRange, { min: 1, max: 65535 });
type PortProblem = '@PortRange stands on numbers, not on';

/** The ports that a {@link PortRange} allows. */
export interface PortRangeOptions extends ConstraintOptions {
  readonly min?: number;
  readonly max?: number;
}

interface Limits {
  readonly min: number | bigint;
  readonly max: number | bigint;
}

function numeric(name: string, message: ConstraintDefinition['message']): Omit<ConstraintDefinition, 'prepare'> {
  return { name, on: 'number', level: 'value', absent: 'valid', message };
}

function comparedToZero(
  name: string,
  message: string,
  side: Omit<Bounds, 'scale'>,
  holds: (value: number | bigint) => boolean,
): ConstraintDefinition {
  return boundedNumber({
    ...numeric(name, message),
    prepare: () => (value) => isNumber(value) && holds(value),
    bounds: () => ({ scale: 'number', ...side }),
  });
}

function boundedNumber(definition: Omit<BoundedDefinition, 'contradicts' | 'schema'>): BoundedDefinition {
  return bounded({ ...definition, schema: (attributes) => numberSchema(definition.bounds(attributes)) });
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** A bound written as text is exact: beyond 2^53 it becomes a bigint. */
function decimal(written: unknown): number | bigint {
  if (typeof written !== 'string') return written as number;
  const number = written.trim() === '' ? NaN : Number(written);
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^[+-]?\d+$/.test(written) ? BigInt(written) : number;
}

function notANumber(value: unknown, written = value): string | undefined {
  return isNumber(value) && !Number.isNaN(value) ? undefined : `${String(written)} is not a number`;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function reversed(least: unknown, most: unknown): string | undefined {
  return (least as number) > (most as number) ? `min ${String(least)} is greater than max ${String(most)}; swap them` : undefined;
}

/** How many digits stand before and after the decimal point when the number is written out; undefined for NaN and the infinities. */
function digitsOf(value: number | bigint): { readonly integer: number; readonly fraction: number } | undefined {
  const parts = /^-?(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (parts === null) return undefined;
  const [, whole, rest = '', exponent = '0'] = parts;
  const shift = Number(exponent);
  const leading = whole === '0' ? 0 : whole!.length;
  return { integer: Math.max(0, leading + shift), fraction: Math.max(0, rest.length - shift) };
}

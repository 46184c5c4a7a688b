import type { TypeRef } from '../reflection/type-ref.js';
import type { Attributes, ConstraintUse } from '../validation/constraint.js';

/** What JSON Schema can say of a constraint; nothing where it cannot say it. */
export function constraintSchema({ definition, attributes }: ConstraintUse, kind: TypeRef['kind']): Readonly<Record<string, unknown>> {
  return keywords[definition.name]?.(attributes, sizeOf(kind)) ?? {};
}

type SizeKeywords = readonly [least: string, most: string];
type Keywords = (attributes: Attributes, size: SizeKeywords) => Readonly<Record<string, unknown>>;

const keywords: Readonly<Record<string, Keywords>> = {
  Min: ({ value }) => ({ minimum: Number(value) }),
  Max: ({ value }) => ({ maximum: Number(value) }),
  DecimalMin: ({ value, inclusive }) => ({ [inclusive === false ? 'exclusiveMinimum' : 'minimum']: Number(value) }),
  DecimalMax: ({ value, inclusive }) => ({ [inclusive === false ? 'exclusiveMaximum' : 'maximum']: Number(value) }),
  Range: ({ min, max }) => ({ minimum: Number(min), maximum: Number(max) }),
  PortRange: ({ min, max }) => ({ minimum: Number(min), maximum: Number(max) }),
  Positive: () => ({ exclusiveMinimum: 0 }),
  PositiveOrZero: () => ({ minimum: 0 }),
  Negative: () => ({ exclusiveMaximum: 0 }),
  NegativeOrZero: () => ({ maximum: 0 }),
  Length: ({ min, max }) => between(['minLength', 'maxLength'], min, max),
  Size: ({ min, max }, size) => between(size, min, max),
  NotEmpty: (_, [least]) => ({ [least]: 1 }),
  NotBlank: () => ({ pattern: '\\S' }),
  OneOf: ({ value, ignoreCase, ignoreWhitespace }) => (ignoreCase === true || ignoreWhitespace === true ? {} : { enum: value }),
  Pattern: ({ regexp, flags }) => (flags === '' || flags === undefined ? { pattern: `^(?:${regexp as string})$` } : {}),
  Email: () => ({ format: 'email' }),
  URL: () => ({ format: 'uri' }),
  UUID: () => ({ format: 'uuid' }),
};

function sizeOf(kind: TypeRef['kind']): SizeKeywords {
  if (kind === 'list' || kind === 'set') return ['minItems', 'maxItems'];
  if (kind === 'record' || kind === 'map') return ['minProperties', 'maxProperties'];
  return ['minLength', 'maxLength'];
}

function between([least, most]: SizeKeywords, min: unknown, max: unknown): Readonly<Record<string, unknown>> {
  const limits: Record<string, unknown> = {};
  if (typeof min === 'number' && min > 0) limits[least] = min;
  // The largest length of all is how "no limit" is kept.
  if (typeof max === 'number' && max < 2 ** 31 - 1) limits[most] = max;
  return limits;
}

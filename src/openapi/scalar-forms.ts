import type { ScalarType } from '../json/scalars.js';
import type { EnumMember } from '../reflection/type-ref.js';
import { allOf } from '../schema/all-of.js';
import type { Demands } from '../schema/demands.js';
import { forgivingPattern, spellingsOf } from '../schema/enum-pattern.js';
import { schemaKindOf } from '../schema/schema-writer.js';
import { DataSize } from '../values/data-size.js';
import { Duration } from '../values/duration.js';
import type { JsonSchema } from '../values/json-schema.js';

/** What a request may say for a value without parts. */
export function acceptedScalar(type: ScalarType, demands: Demands): JsonSchema {
  const constraints = demands.schema(schemaKindOf(type));
  if ('not' in constraints) return constraints;
  switch (type.kind) {
    case 'date':
      return acceptedDate;
    case 'duration':
      return Duration.jsonSchema;
    case 'dataSize':
      return DataSize.jsonSchema;
    case 'enum':
      return acceptedEnum(type.members.filter(({ value }) => demands.admit(value)));
    default:
      return allOf(plainSchemas[type.kind], constraints);
  }
}

/** What a reply says for a value without parts. */
export function writtenScalar(type: ScalarType, demands: Demands): JsonSchema {
  switch (type.kind) {
    case 'date':
      return { type: 'string', description: 'A moment in ISO 8601, as in "2026-11-14T06:42:35.000Z".' };
    case 'duration':
    case 'dataSize':
      return { type: 'string' };
    case 'enum':
      return { enum: [...new Set(type.members.map(({ name, value }) => (typeof value === 'number' ? name : value)))] };
    default: {
      const constraints = demands.schema(schemaKindOf(type));
      return 'not' in constraints ? constraints : allOf(plainSchemas[type.kind], constraints);
    }
  }
}

const plainSchemas = {
  text: { type: 'string' },
  boolean: { type: 'boolean' },
  number: { type: 'number' },
  int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  long: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  bigint: { type: 'integer' },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const acceptedDate: JsonSchema = {
  type: 'string',
  pattern:
    '^(?:\\d{4}|[+-]\\d{6})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])' +
    '(?:T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d)?)?$',
  description: 'A date in ISO 8601, as in "2026-11-14" or "2026-11-14T06:42:35Z".',
};

/** The members for readers to choose from, and a pattern for every spelling that is read as one of them. */
function acceptedEnum(members: readonly EnumMember[]): JsonSchema {
  if (members.length === 0) return { not: {} };
  const spellings = spellingsOf(members);
  const numbers = members.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  return {
    anyOf: [
      { enum: [...spellings, ...numbers] },
      {
        type: 'string',
        pattern: `^\\s*(?:${spellings.map(forgivingPattern).join('|')})\\s*$`,
        description: 'Case and blanks do not matter.',
      },
    ],
  };
}

import type { ScalarType } from '../json/scalars.js';
import { stringFormOf } from '../reflection/type-ref.js';
import type { EnumMember } from '../reflection/type-ref.js';
import { allOf } from '../schema/all-of.js';
import type { Demands } from '../schema/demands.js';
import { forgivingPattern, spellingsOf } from '../schema/enum-pattern.js';
import { schemaKindOf } from '../schema/schema-writer.js';
import { DataSize } from '../values/data-size.js';
import { Duration } from '../values/duration.js';
import type { JsonSchema } from '../values/json-schema.js';

// A single value of a configuration file may be written in several ways: as itself, as text, or by an expression such as ${PORT}. Of a
// number in quotes, and of a number where text is wanted, a schema can only tell the form; the constraints are left to the service.

/** Definitions that the schemas of single values refer to. */
export const scalarDefinitions = {
  variable: {
    type: 'string',
    pattern: '\\$\\{[^}]*\\}|\\$\\$\\{',
    description: 'taken from an environment variable, ${NAME} or ${NAME:-default}, or from a file, ${file:/run/secrets/name}',
  },
  text: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] },
  numberText: {
    type: 'string',
    pattern: '^\\s*[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?\\s*$',
    description: 'a number in quotes',
  },
  wholeNumberText: {
    type: 'string',
    // With an exponent, a fraction may be whole: 1.5e1.
    pattern: '^\\s*[+-]?(?:\\d+(?:\\.0*)?|\\.0+|(?:\\d+(?:\\.\\d*)?|\\.\\d+)[eE][+-]?\\d+)\\s*$',
    description: 'a whole number in quotes',
  },
  booleanText: { type: 'string', pattern: '^\\s*(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])\\s*$', description: 'true or false in quotes' },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** A value that may also be left to an expression. */
export function orVariable(...schemas: readonly JsonSchema[]): JsonSchema {
  return { anyOf: [...schemas, referTo('variable')] };
}

/** The ways to write a value of the type that meets the demands. */
export function scalarSchema(type: ScalarType, demands: Demands): JsonSchema {
  const constraints = demands.schema(schemaKindOf(type));
  // No value at all is valid, however it is written.
  if ('not' in constraints) return constraints;
  switch (type.kind) {
    case 'text':
      return Object.keys(constraints).length === 0
        ? referTo('text')
        : orVariable(allOf({ type: 'string' }, constraints), { type: 'number' }, { type: 'boolean' });
    case 'boolean':
      return orVariable(allOf({ type: 'boolean' }, constraints), referTo('booleanText'));
    case 'number':
      return orVariable(allOf({ type: 'number' }, constraints), referTo('numberText'));
    case 'int':
      return orVariable(allOf({ type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }, constraints), referTo('wholeNumberText'));
    case 'long':
      return orVariable(
        allOf({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, constraints),
        referTo('wholeNumberText'),
      );
    case 'bigint':
      return orVariable(allOf({ type: 'integer' }, constraints), { type: 'string', pattern: '^\\s*-?\\d+\\s*$' });
    case 'date':
      return orVariable(dateSchema);
    case 'duration':
      return orVariable(Duration.jsonSchema);
    case 'dataSize':
      return orVariable(DataSize.jsonSchema);
    case 'enum':
      return enumSchema(type.members.filter(({ value }) => demands.admit(value)));
  }
}

const dateSchema: JsonSchema = {
  type: 'string',
  pattern: '^\\s*(?:\\d{4}|[+-]\\d{6})-\\d\\d-\\d\\d(?:T\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?\\s*$',
  description: 'a date in ISO 8601, as in "2026-11-14" or "2026-11-14T06:42:35Z"',
};

/** The forms to choose from for editors, and a pattern for all that is forgiven: case, blanks, and dashes and dots for underscores. */
function enumSchema(members: readonly EnumMember[]): JsonSchema {
  if (members.length === 0) return orVariable({ not: {} });
  const spellings = spellingsOf(members);
  const numbers = members.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const patterns = [...spellings.map(forgivingPattern), ...numbers.map((number) => String(number).replaceAll('.', '\\.'))];
  // Without quotes, "1.0" and "true" are a number and a boolean in YAML; the service compares them as they were written.
  const unquoted = [
    ...(spellings.some((text) => !Number.isNaN(Number(text))) ? [{ type: 'number' }] : []),
    ...(spellings.some((text) => /^(true|false)$/i.test(text)) ? [{ type: 'boolean' }] : []),
  ];
  const values = numbers.length === 0 ? [] : [{ enum: numbers }];
  return orVariable(
    { enum: members.map(stringFormOf) },
    { type: 'string', pattern: `^\\s*(?:${patterns.join('|')})\\s*$` },
    ...values,
    ...unquoted,
  );
}

function referTo(name: keyof typeof scalarDefinitions): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

import { isScalar } from '../json/scalars.js';
import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { allOf } from '../schema/all-of.js';
import type { Demands } from '../schema/demands.js';
import type { SchemaKind } from '../validation/constraint.js';
import type { JsonSchema } from '../values/json-schema.js';
import { acceptedScalar } from './scalar-forms.js';
import type { UnexpressedRules } from './unexpressed-rules.js';

/** The schema of a value that a request gives as text: in its path, query, headers, cookies or form. */
export function parameterSchema(type: TypeRef, demands: Demands, notes: { place: string; unexpressed: UnexpressedRules }): JsonSchema {
  const known = settled(type);
  const { place, unexpressed } = notes;
  if (known.kind === 'optional') return parameterSchema(known.element, demands, notes);
  if (known.kind === 'list' || known.kind === 'set') {
    for (const name of demands.unexpressed(known.kind)) unexpressed.add(place, `@${name}`);
    const items = parameterSchema(known.element, demands.ofElements(), { place: `${place}[]`, unexpressed });
    return allOf({ type: 'array', items }, demands.schema(known.kind));
  }
  if (known.kind === 'class') return classSchema(known.type, demands, notes);
  unexpressed.addConstraints(place, known, demands);
  if (known.kind === 'date') return dateText;
  return isScalar(known) ? acceptedScalar(known, demands) : {};
}

/** A class that reads a text may say what it takes: `static readonly jsonSchema = { type: 'integer' }`. */
function classSchema(type: Class, demands: Demands, { place, unexpressed }: { place: string; unexpressed: UnexpressedRules }): JsonSchema {
  const { jsonSchema } = type as { readonly jsonSchema?: JsonSchema };
  if (jsonSchema === undefined) unexpressed.add(place, `${type.name} decides which texts it takes; say so in its static jsonSchema`);
  else if ('jsonSchemaIsWider' in type)
    unexpressed.add(place, `${type.name} takes only what exists: no 30th of February, no unknown time zone`);
  const named = jsonSchema?.['type'] ?? 'string';
  const kind = (typeof named === 'string' ? kinds[named] : undefined) ?? 'other';
  for (const name of demands.unexpressed(kind)) unexpressed.add(place, `@${name}`);
  return allOf(jsonSchema ?? { type: 'string' }, demands.schema(kind));
}

const kinds: Readonly<Record<string, SchemaKind>> = { string: 'text', integer: 'number', number: 'number', boolean: 'boolean' };

const dateText: JsonSchema = {
  type: 'string',
  pattern:
    '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])' +
    '(?:T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d))?$',
  description: 'A date, or a moment with its offset, in ISO 8601.',
};

/** The text that a default is written as, as a value of the schema. */
export function defaultOf(text: string, schema: JsonSchema): unknown {
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return Number.isNaN(Number(text)) ? text : Number(text);
    case 'boolean':
      return text.toLowerCase() === 'true';
    case 'array':
      return [defaultOf(text, schema['items'] as JsonSchema)];
    default:
      return text;
  }
}

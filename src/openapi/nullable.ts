import type { JsonSchema } from '../values/json-schema.js';

/** The schema of a value that may also be null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const keywords = Object.keys(schema);
  if (keywords.length === 0) return schema;
  if (keywords.join() === 'not') return { type: 'null' };
  // Of null these keywords say nothing, so it is enough to name its type.
  if (typeof schema['type'] === 'string' && !keywords.some((keyword) => aboutEverything.has(keyword)))
    return { ...schema, type: [schema['type'], 'null'] };
  if (keywords.join() === 'anyOf') return { anyOf: [...(schema['anyOf'] as readonly JsonSchema[]), { type: 'null' }] };
  return { anyOf: [schema, { type: 'null' }] };
}

/** Keywords that null would have to meet as well. */
const aboutEverything: ReadonlySet<string> = new Set(['$ref', 'allOf', 'anyOf', 'const', 'enum', 'not', 'oneOf']);

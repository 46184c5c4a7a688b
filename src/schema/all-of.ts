import type { JsonSchema } from '../values/json-schema.js';

/** The schema of what all the given schemas admit. Where they say the same of a value in different words, both are kept. */
export function allOf(...schemas: readonly JsonSchema[]): JsonSchema {
  const merged: Record<string, unknown> = {};
  const beside: JsonSchema[] = [];
  for (const schema of schemas) {
    const clashing: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      const known = merged[keyword];
      if (known === undefined) merged[keyword] = value;
      else if (typeof known === 'number' && typeof value === 'number' && stricter[keyword] !== undefined)
        merged[keyword] = stricter[keyword](known, value);
      else if (JSON.stringify(known) !== JSON.stringify(value)) clashing[keyword] = value;
    }
    if (Object.keys(clashing).length > 0) beside.push(clashing);
  }
  if (beside.length === 0) return merged;
  const { allOf: before, ...rest } = merged;
  return { ...rest, allOf: [...((before as readonly JsonSchema[] | undefined) ?? []), ...beside] };
}

/** Of two limits of one kind, the one that admits less. */
const stricter: Readonly<Record<string, ((one: number, other: number) => number) | undefined>> = {
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
};

import type { JsonSchema } from '../values/json-schema.js';
import type { SchemaKind } from './constraint.js';

/** How many characters or elements there may be, in the words of JSON Schema. */
export function sizeSchema(kind: SchemaKind, min: number, max: number): JsonSchema {
  const [least, most] = keywords[kind] ?? [];
  return {
    ...(least !== undefined && min > 0 ? { [least]: min } : {}),
    ...(most !== undefined && max < noMaximum ? { [most]: max } : {}),
  };
}

/** The most that a range of sizes reaches to where no maximum is given, as messages show it. */
export const noMaximum = 2147483647;

// A list with repeated values may become a small set, so a set has no most.
const keywords: Readonly<Partial<Record<SchemaKind, readonly [least: string, most?: string]>>> = {
  text: ['minLength', 'maxLength'],
  list: ['minItems', 'maxItems'],
  set: ['minItems'],
  map: ['minProperties', 'maxProperties'],
};

import { stringify } from 'yaml';

import type { JsonSchema } from '../values/json-schema.js';

/** The formats that a document can be printed in. */
export type OpenApiFormat = 'json' | 'yaml';

/** A document as text, the same for the command and for the ports. */
export function openApiText(document: JsonSchema, format: OpenApiFormat): string {
  if (format === 'json') return `${JSON.stringify(document, undefined, 2)}\n`;
  return stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 });
}

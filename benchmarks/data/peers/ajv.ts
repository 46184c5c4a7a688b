import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

import type { Contestant } from './contestant.js';

const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);
const check = ajv.compile({
  type: 'object',
  required: ['name', 'email', 'age', 'tags', 'address'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 50 },
    email: { type: 'string', minLength: 1, format: 'email' },
    age: { type: 'number', minimum: 0, maximum: 150 },
    tags: { type: 'array', minItems: 1, maxItems: 10, items: { type: 'string', minLength: 1, maxLength: 20 } },
    address: {
      type: 'object',
      required: ['street', 'city', 'zip'],
      properties: {
        street: { type: 'string', minLength: 1, maxLength: 100 },
        city: { type: 'string', minLength: 1, maxLength: 50 },
        zip: { type: 'string', minLength: 3, maxLength: 10 },
      },
    },
  },
});
const faults = (value: unknown): number => (check(value) ? 0 : check.errors!.length);

export const ajvCompiled: Contestant = {
  name: 'Ajv, compiled, allErrors',
  validation: { prepare: (person) => person, faults },
  reading: { faults: (text) => faults(JSON.parse(text)) },
};

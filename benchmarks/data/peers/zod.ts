import { z } from 'zod';

import type { Contestant } from './contestant.js';

const schema = z.object({
  name: z.string().min(1).max(50),
  email: z.email(),
  age: z.number().min(0).max(150),
  tags: z.array(z.string().min(1).max(20)).min(1).max(10),
  address: z.object({
    street: z.string().min(1).max(100),
    city: z.string().min(1).max(50),
    zip: z.string().min(3).max(10),
  }),
});
const faults = (value: unknown): number => {
  const result = schema.safeParse(value);
  return result.success ? 0 : result.error.issues.length;
};

export const zod: Contestant = {
  name: 'zod',
  validation: { prepare: (person) => person, faults },
  reading: { faults: (text) => faults(JSON.parse(text)) },
};

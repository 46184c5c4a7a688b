import type { Contestant } from './contestant.js';

/** What the language itself offers; for writing only, as it knows no constraints. */
export const builtIn: Contestant = {
  name: 'JSON.stringify',
  writing: { prepare: (person) => person, text: (value) => JSON.stringify(value) },
};

/** @type {import('../mutants.mjs').Mutant[]} */
export const mutants = [
  {
    breaks: 'a document is answered with at most 100 problems',
    file: 'json/value-reader.ts',
    text: 'const maxProblems = 100;',
    replacement: 'const maxProblems = 1_000_000;',
    tests: ['json/'],
  },
];

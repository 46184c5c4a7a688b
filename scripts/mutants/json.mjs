/** @type {import('../mutants.mjs').Mutant[]} */
export const mutants = [
  {
    breaks: 'a document is answered with at most 100 problems',
    file: 'json/value-reader.ts',
    text: 'const maxProblems = 100;',
    replacement: 'const maxProblems = 1_000_000;',
    tests: ['json/'],
  },
  {
    breaks: 'a constructor that reads JSON does not disturb the reading around it',
    file: 'json/direct-reader-compiler.ts',
    text: 'if (scratch.uses !== use) ${leave}',
    replacement: '',
    tests: ['json/compiled-reading'],
  },
  {
    breaks: 'a repeated property is not read directly',
    file: 'json/direct-reader-compiler.ts',
    text: '${variable} === undefined && ',
    replacement: '',
    tests: ['json/compiled-reading'],
  },
];

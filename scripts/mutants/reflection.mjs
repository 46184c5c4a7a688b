/** @type {import('../mutants.mjs').Mutant[]} */
export const mutants = [
  {
    breaks: 'reflect-metadata 0.1 that is loaded later knows the types',
    file: 'reflection/design-metadata.ts',
    text: 'functions.defineMetadata?.(key, value, target, member)',
    replacement: 'undefined',
    tests: ['reflection/design-metadata'],
  },
  {
    breaks: 'a second copy of the package is refused',
    file: 'reflection/single-copy.ts',
    text: 'if (known[loadedFrom] !== folder) throw',
    replacement: 'if (known[loadedFrom] === undefined) throw',
    tests: ['reflection/single-copy'],
  },
  {
    breaks: 'KEELSON_JITLESS=1 turns generated code off',
    file: 'reflection/generated-code.ts',
    text: "process.env.KEELSON_JITLESS !== '1' && ",
    replacement: '',
    tests: ['json/without'],
  },
  {
    breaks: 'annotations on members named by symbols are reported',
    file: 'reflection/class-model.ts',
    text: 'kindsOf(member).map(',
    replacement: 'kindsOf(member).slice(1).map(',
    tests: ['reflection/class-model'],
  },
];

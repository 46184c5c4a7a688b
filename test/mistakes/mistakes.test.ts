import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { compileAll, startProgram } from './notice.js';
import type { Notice } from './notice.js';
import { plantedMistakes } from './planted-mistake.js';
import type { PlantedMistake } from './planted-mistake.js';

// Compiled tests run from dist; the programs are read where they were written.
const written = new URL('../../../test/mistakes/', import.meta.url);
const compiled = new URL('../../mistakes/', import.meta.url);

describe('a planted mistake is noticed in time, by a message that helps', () => {
  const mistakes = plantedMistakes(written);
  let compilerSays: ReadonlyMap<string, string> | undefined;

  for (const mistake of mistakes) {
    test(mistake.name, async () => {
      compilerSays ??= compileAll(written);
      const refused = compilerSays.get(mistake.name);
      const notice: Notice =
        refused === undefined
          ? await startProgram(mistake, new URL(`${mistake.name}.js`, compiled))
          : { noticed: 'compile', message: refused };
      assert.deepEqual(verdictOn(notice, mistake.says), { noticed: mistake.noticed, missing: [] }, `it says: ${notice.message}`);
    });
  }
});

function verdictOn({ noticed, message }: Notice, says: PlantedMistake['says']): { readonly noticed: string; readonly missing: string[] } {
  return { noticed, missing: says.filter((part) => !message.includes(part)) };
}

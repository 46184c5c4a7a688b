import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
interface Mutant {
  readonly breaks: string;
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
  readonly tests: readonly string[];
}
interface Tools {
  compile(project: string): boolean;
  runTests(project: string, words: readonly string[]): boolean;
}
const { fateOf } = (await import(`${root}scripts/mutants.mjs`)) as { fateOf(mutant: Mutant, project: string, tools: Tools): string };

const source = 'export const limit = 100;\nexport const other = 1;\nexport const another = 1;\n';
const mutant: Mutant = { breaks: 'the limit', file: 'a.ts', text: 'limit = 100', replacement: "limit = '$&'", tests: ['word'] };

function fate(changes: Partial<Mutant>, tools: Partial<Tools>): { readonly fate: string; readonly seen: readonly string[] } {
  const project = mkdtempSync(join(tmpdir(), 'project-'));
  mkdirSync(join(project, 'src'));
  const file = join(project, 'src/a.ts');
  writeFileSync(file, source);
  const seen: string[] = [];
  try {
    const outcome = fateOf({ ...mutant, ...changes }, project, {
      compile: () => (seen.push(readFileSync(file, 'utf8').split('\n')[0]!), true),
      runTests: (_, words) => (seen.push(`tests ${words.join(' ')}`), false),
      ...tools,
    });
    assert.equal(readFileSync(file, 'utf8'), source, 'the file is put back');
    return { fate: outcome, seen };
  } finally {
    rmSync(project, { recursive: true });
  }
}

test('a mutant is killed when its tests fail on the changed source', () => {
  assert.deepEqual(fate({}, {}), { fate: 'killed', seen: ["export const limit = '$&';", 'tests word'] });
});

test('a mutant survives when its tests still pass', () => {
  assert.equal(fate({}, { runTests: () => true }).fate, 'survived');
});

test('a mutant whose text is gone, or not unique, is stale', () => {
  assert.deepEqual(fate({ text: 'limit = 200' }, {}), { fate: 'stale', seen: [] });
  assert.deepEqual(fate({ text: ' = 1;' }, {}), { fate: 'stale', seen: [] });
});

test('a mutant that does not compile is told apart from one that tests noticed', () => {
  assert.deepEqual(fate({}, { compile: () => false }), { fate: 'does not compile', seen: [] });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Application } from '../../src/application/application.js';
import { Bootstrap } from '../../src/application/bootstrap.js';
import { Configuration } from '../../src/application/configuration.js';
import { referenceTables } from './configuration-reference.js';
import type { ReferenceRow } from './configuration-reference.js';

class EmptyApplication extends Application {
  override run(): void {}
}

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
const tables = referenceTables(Configuration, new Bootstrap(new EmptyApplication()).subtypes);

/** The rows of the table under the heading of that name; a row without a meaning is none. */
function rowsInManual(name: string): readonly ReferenceRow[] {
  const section = page.split(/^### /m).find((part) => part.startsWith(`${name}\n`)) ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [key, type, fallback, meaning] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return meaning === undefined || meaning === '' ? [] : [{ key: key!.slice(1, -1), type: type!, default: fallback! }];
    });
}

for (const [name, rows] of tables) {
  test(`the manual lists the keys of ${name} with their types and defaults`, () => {
    assert.deepEqual(rowsInManual(name), rows);
  });
}

test('the manual lists no keys of classes that do not exist', () => {
  const reference = page.slice(page.indexOf('## Reference'));
  const headings = [...reference.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading!);
  assert.deepEqual(headings.toSorted(), [...tables.keys()].toSorted());
});

// Other pages repeat the keys that they are about; what they say of them is the same.
for (const name of ['admin', 'health', 'metrics', 'server']) {
  test(`docs/${name}.md names keys that exist, with their defaults`, () => {
    const text = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
    const known = new Map<string, Set<string>>();
    for (const { key, default: fallback } of [...tables.values()].flat()) known.set(key, (known.get(key) ?? new Set()).add(fallback));
    const wrong = text
      .split(/\n\n/)
      .filter((block) => /^\| key\b.*\| default \|/.test(block))
      .flatMap((block) => block.split('\n').slice(2))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, key, fallback]) => ({ key: key!.slice(1, -1).split('.').at(-1)!, fallback: fallback! }))
      // "type" chooses a class, and what is no code is told in words.
      .filter(({ key, fallback }) => key !== 'type' && (!known.has(key) || (/^`[^`]+`$/.test(fallback) && !known.get(key)!.has(fallback))));
    assert.deepEqual(wrong, []);
  });
}

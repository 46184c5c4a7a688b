import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Application } from '../../src/application/application.js';
import { Bootstrap } from '../../src/application/bootstrap.js';
import { Configuration } from '../../src/application/configuration.js';
import { configurationSchema } from '../../src/configuration/configuration-schema.js';
import { referenceTables } from './configuration-reference.js';
import type { ReferenceTable } from './configuration-reference.js';

class EmptyApplication extends Application {
  override run(): void {}
}

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
const { subtypes } = new Bootstrap(new EmptyApplication());
const tables = referenceTables(Configuration, subtypes);

/** What stands under the heading of that name. */
function tableInManual(name: string): ReferenceTable {
  const section = page.split(/^### /m).find((part) => part.startsWith(`${name}\n`)) ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [key, type, fallback, meaning] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return { key: key!.slice(1, -1), type: type!, default: fallback!, meaning };
    });
  return { about: section.split('\n\n')[1]?.replaceAll('\n', ' '), rows };
}

for (const [name, table] of tables) {
  test(`the manual describes ${name} and its keys with types, defaults and the words of @Doc`, () => {
    assert.deepEqual(tableInManual(name), table);
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
    for (const { key, default: fallback } of [...tables.values()].flatMap(({ rows }) => rows))
      known.set(key, (known.get(key) ?? new Set()).add(fallback));
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

test('every key and every section in the schema of the framework has a description', () => {
  const { properties, $defs } = configurationSchema(Configuration, subtypes) as Readonly<
    Record<string, Readonly<Record<string, Described>>>
  >;
  const sections = Object.entries($defs!).flatMap(([name, { anyOf, ...own }]) => {
    return (anyOf ?? [own]).map((section): [string, Described] => [name, section]);
  });
  const silent = [['Configuration', { properties }] as const, ...sections].flatMap(([name, section]) =>
    Object.entries(section.properties ?? {})
      .filter(([, schema]) => schema.description === undefined)
      .map(([key]) => `${name}.${key}`),
  );
  assert.deepEqual(silent, []);
});

interface Described {
  readonly description?: string;
  readonly anyOf?: readonly Described[];
  readonly properties?: Readonly<Record<string, Described>> | undefined;
}

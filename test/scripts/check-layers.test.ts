import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { importsOf, layerFindings, unusedAllowances } = (await import(`${root}scripts/check-layers.mjs`)) as {
  importsOf(file: string, text: string): { readonly specifier: string }[];
  layerFindings(root: string): string[];
  unusedAllowances(root: string): string[];
};

const law = {
  folders: { low: [], middle: ['low'], high: ['low', 'middle'] },
  private: ['low'],
  guarded: [
    {
      modules: ['node:fs', 'node:fs/promises'],
      because: 'files have owners',
      allowed: { 'middle/file.ts': 'it reads', 'high/disk/': 'disks' },
    },
  ],
};

test('a tree that keeps the law has no findings', () => {
  assert.deepEqual(
    findingsIn({
      'index.ts': "export { a } from './middle/index.js';\nexport type { B } from './low/b.js';\n",
      'low/b.ts': '/**\n * @example\n * import { high } from "../high/h.js";\n */\nexport interface B {}\n',
      'middle/a.ts': "import type { B } from '../low/b.js';\nimport { parse } from 'yaml/parse';\nexport const a: B = parse('');\n",
      'middle/file.ts': "import { readFileSync } from 'node:fs';\nexport const text = readFileSync('x', 'utf8');\n",
      'high/disk/raid.ts': "import { stat } from 'node:fs/promises';\nexport const size = stat;\n",
      'middle/index.ts': "export { a } from './a.js';\n",
    }),
    [],
  );
});

const upward = 'src/low/b.ts:1: low may not import middle (../middle/a.js); it stands on its own';
for (const [form, code] of [
  ['import', "import { a } from '../middle/a.js';\n"],
  ['import over several lines', "import {\n  a,\n} from '../middle/a.js';\n"],
  ['type-only import', "import type { A } from '../middle/a.js';\n"],
  ['side-effect import', "import '../middle/a.js';\n"],
  ['dynamic import', "const later = (): unknown => import('../middle/a.js');\n"],
  ['import type expression', "let a: import('../middle/a.js').A;\n"],
  ['re-export', "export { a } from '../middle/a.js';\n"],
  ['type-only re-export', "export type { A } from '../middle/a.js';\n"],
  ['star re-export', "export * from '../middle/a.js';\n"],
  ['require', "const a = require('../middle/a.js');\n"],
] as const) {
  test(`an upward ${form} is refused`, () => {
    assert.deepEqual(findingsIn({ 'low/b.ts': code, 'middle/a.ts': 'export const a = 1;\n' }), [upward]);
  });
}

test('what a folder may import is said where it imports something else', () => {
  assert.deepEqual(findingsIn({ 'middle/a.ts': "\nimport '../high/h.js';\n", 'high/h.ts': '' }), [
    'src/middle/a.ts:2: middle may not import high (../high/h.js); only low',
  ]);
});

test('a computed dynamic import is refused', () => {
  assert.deepEqual(findingsIn({ 'low/b.ts': 'export const load = (name: string): unknown => import(name);\n' }), [
    'src/low/b.ts:1: imports a computed name (name); write the name out, so that it can be checked',
  ]);
});

test('a circle is refused and shown, type-only imports included', () => {
  assert.deepEqual(
    findingsIn({
      'low/a.ts': "import './b.js';\n",
      'low/b.ts': "import type { C } from './c.js';\n",
      'low/c.ts': "export * from './a.js';\n",
    }),
    ['src/low/a.ts: is part of a circle: low/a.ts → low/b.ts → low/c.ts → low/a.ts'],
  );
});

test('a door imported from inside is refused, in its own folder too', () => {
  assert.deepEqual(
    findingsIn({
      'middle/index.ts': '',
      'middle/a.ts': "import './index.js';\n",
      'high/h.ts': "import { a } from '../middle/index.js';\n",
    }),
    [
      'src/high/h.ts:1: imports the door middle/index.ts from inside; import the file that declares the name',
      'src/middle/a.ts:1: imports the door middle/index.ts from inside; import the file that declares the name',
    ],
  );
});

test('a guarded module is refused outside its places, with and without the prefix', () => {
  const refused = (line: number, name: string): string =>
    `src/low/b.ts:${line}: may not import ${name}: files have owners; only middle/file.ts, high/disk/ may`;
  assert.deepEqual(findingsIn({ 'low/b.ts': "import 'node:fs';\nimport 'fs/promises';\n" }), [
    refused(1, 'node:fs'),
    refused(2, 'node:fs/promises'),
  ]);
});

test('a package that users do not get is refused', () => {
  assert.deepEqual(findingsIn({ 'low/b.ts': "import fc from 'fast-check';\n" }), [
    'src/low/b.ts:1: imports fast-check, which users do not get; add it to the dependencies or do without',
  ]);
});

test('a missing file and an unknown folder are refused', () => {
  assert.deepEqual(findingsIn({ 'low/b.ts': "import './gone.js';\n", 'attic/a.ts': "import '../low/b.js';\n" }), [
    'src/attic/a.ts:1: lies in attic/, which layers.json does not know; add the folder and what it may import',
    'src/low/b.ts:1: imports ./gone.js, which is not a file of src',
  ]);
});

test('two files of one name are refused', () => {
  assert.deepEqual(findingsIn({ 'low/a.ts': '', 'high/deep/a.ts': '' }), [
    'src/low/a.ts: has the name of src/high/deep/a.ts; give one of them a name of its own',
  ]);
});

test('the doors of src and the exports of package.json are the same, and a private folder has none', () => {
  assert.deepEqual(findingsIn({ 'low/index.ts': '', 'high/index.ts': '' }, { './low': '', './middle': '' }), [
    'src/low/index.ts: low is private and has no door; remove it',
    'package.json: exports lack "./high", the door src/high/index.ts',
    'package.json: exports "./middle", but there is no src/middle/index.ts',
  ]);
});

test('a table that allows a circle of folders is refused', () => {
  assert.deepEqual(findingsIn({ 'low/a.ts': '' }, {}, { ...law, folders: { low: ['high'], high: ['low', 'cellar'] } }), [
    'layers.json: low lists high, which does not stand above it in the table; a folder may only build on earlier ones',
    'layers.json: high lists cellar, which does not stand above it in the table; a folder may only build on earlier ones',
  ]);
});

test('what is allowed and not made use of is refused', () => {
  const files = {
    'middle/a.ts': "import '../low/b.js';\n",
    'high/h.ts': "import '../low/b.js';\n",
    'high/disk/raid.ts': "import 'node:fs';\n",
    'low/b.ts': '',
  };
  assert.deepEqual(findingsIn(files, undefined, law, unusedAllowances), [
    'layers.json: high may import middle and does not; remove it',
    'layers.json: middle/file.ts may import node:fs, node:fs/promises and does not; remove it',
  ]);
});

test('every folder of our own source stands in the picture of ARCHITECTURE.md', () => {
  const [, picture = ''] = readFileSync(`${root}ARCHITECTURE.md`, 'utf8').split('```');
  const { folders } = JSON.parse(readFileSync(`${root}layers.json`, 'utf8')) as typeof law;
  const shown = new Set(picture.match(/[a-z]+/g));
  assert.deepEqual(
    Object.keys(folders).filter((folder) => !shown.has(folder)),
    [],
  );
});

test('in our own source, exactly the imports are seen that the compiler sees', () => {
  const settings = ['--noEmit', '--composite', 'false', '--incremental', 'false', '--explainFiles', '--pretty', 'false'];
  const compiler = spawnSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', 'src', ...settings], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const explained = [...compiler.stdout.matchAll(/Imported via '(?<specifier>\..*?)' from file '(?:\.\/)?src\/(?<file>.*?)'/g)];
  const seen = readdirSync(join(root, 'src'), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      importsOf(file, readFileSync(join(root, 'src', file), 'utf8')).map(({ specifier }) => `${file} imports ${specifier}`),
    )
    .filter((line) => line.includes(' imports .'));
  const expected = explained.map(({ groups }) => `${groups!.file} imports ${groups!.specifier}`);
  assert.notEqual(seen.length, 0);
  assert.deepEqual([...new Set(seen)].sort(), [...new Set(expected)].sort());
});

function findingsIn(
  files: Record<string, string>,
  exports?: Record<string, string>,
  table: object = law,
  check: (root: string) => string[] = layerFindings,
): string[] {
  const project = mkdtempSync(join(tmpdir(), 'layers-'));
  try {
    const doors = Object.keys(files).flatMap((file) => /^(middle|high)\/index\.ts$/.exec(file)?.[1] ?? []);
    const manifest = {
      exports: exports ?? Object.fromEntries(['.', './package.json', ...doors.map((door) => `./${door}`)].map((key) => [key, ''])),
      dependencies: { yaml: '1' },
      devDependencies: { 'fast-check': '1' },
    };
    writeFileSync(join(project, 'layers.json'), JSON.stringify(table));
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
    for (const [file, text] of Object.entries(files)) {
      const path = join(project, 'src', file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    return check(project);
  } finally {
    rmSync(project, { recursive: true });
  }
}

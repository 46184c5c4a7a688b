import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
interface Findings {
  readonly compiled: number;
  readonly ran: number;
  readonly findings: readonly string[];
}
const { docFindings, matches } = (await import(`${root}scripts/check-docs.mjs`)) as {
  docFindings(root: string, pages: readonly string[]): Promise<Findings>;
  matches(shown: string, printed: string): boolean;
};

test('blocks that compile and print what they say are in order', async () => {
  const page = [
    '# Page',
    '```ts run',
    "import { Duration } from 'keelson/values';",
    "console.log(String(Duration.parse('30s')));",
    'console.log(`at ${new Date().toISOString()}`);',
    '```',
    'It prints',
    '```text',
    '30 seconds',
    'at …Z',
    '```',
    '```ts fragment',
    'half a (thing',
    '```',
    '[here](#page) [there](docs/other.md#the-other-page-2) [out](https://example.com/#x) `[not](a-link)`',
  ];
  assert.deepEqual(await findingsIn({ 'README.md': page, 'docs/other.md': ['# The `other` page', '## The other page, 2'] }), {
    compiled: 1,
    ran: 1,
    findings: [],
  });
});

test('a block that does not compile is found at its line in the page', async () => {
  const { findings } = await findingsIn({ 'README.md': ['# Page', '', '```ts', 'const a = 1;', "const b: number = 'two';", '```'] });
  assert.deepEqual(findings, ["README.md:5: error TS2322: Type 'string' is not assignable to type 'number'."]);
});

test('a block that prints something else is found with what it prints', async () => {
  const { findings } = await findingsIn({ 'README.md': ['```ts run', "console.log('two');", '```', '```text', 'three', '```'] });
  assert.deepEqual(findings, ['README.md:4: this is what the block above prints:\ntwo\n']);
});

test('a block that fails is found with all its output', async () => {
  const { findings } = await findingsIn({
    'README.md': ['```ts run', "console.error('no'); process.exitCode = 3;", '```', '```text', '```'],
  });
  assert.deepEqual(findings, ['README.md:1: ended with 3:\nno\n']);
});

test('a block to run without its output, and unknown words, are found', async () => {
  const { findings } = await findingsIn({ 'README.md': ['```ts nocheck', '```', '```typescript', '```'] });
  assert.deepEqual(findings, [
    'README.md:1: "nocheck" is no word for a ts block; there are "run" and "fragment"',
    'README.md:3: write ts, not typescript, so that the block is compiled',
  ]);
  assert.deepEqual((await findingsIn({ 'README.md': ['```ts run', 'let a;', '```'] })).findings, [
    'README.md:1: a "ts run" block is followed by a "text" block with what it prints',
  ]);
});

test('dead links and anchors are found', async () => {
  const { findings } = await findingsIn({
    'docs/a.md': ['# A', '[b](b.md)', '[a](#b)', '[readme](../README.md#top)'],
    'README.md': ['# Readme'],
  });
  assert.deepEqual(findings, [
    'docs/a.md:2: the link b.md leads nowhere',
    'docs/a.md:3: docs/a.md has no heading #b',
    'docs/a.md:4: README.md has no heading #top',
  ]);
});

const end = '## Where to go next';

test('a page that the index does not name is found', async () => {
  const { findings } = await findingsIn({
    'docs/README.md': ['# Manual', '[A](a.md)'],
    'docs/a.md': ['# A', end],
    'docs/deep/b.md': ['# B', end],
  });
  assert.deepEqual(findings, ['docs/deep/b.md: docs/README.md does not name this page; add its line']);
});

test('a page that leaves its reader alone at the end is found', async () => {
  const { findings } = await findingsIn({ 'docs/README.md': ['# Manual', '[A](a.md)'], 'docs/a.md': ['# A', end, '## More'] });
  assert.deepEqual(findings, ['docs/a.md: the last heading of a page is "## Where to go next"; add it, with links']);
});

test('an ellipsis stands for text in a line, and alone for lines', () => {
  assert.equal(matches('a … c\n', 'a b c\n'), true);
  assert.equal(matches('a … c\n', 'a b d\n'), false);
  assert.equal(matches('a\n…\nd\n', 'a\nb\nc\nd\n'), true);
  assert.equal(matches('a\n…\nd\n', 'a\nd\n'), true);
  assert.equal(matches('a.c\n', 'abc\n'), false);
  assert.equal(matches('a\n', 'a\nb\n'), false);
});

// Inside the project, where "keelson" leads to the built package.
async function findingsIn(pages: Record<string, readonly string[]>): Promise<Findings> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const project = mkdtempSync(join(root, '.cache/pages-'));
  try {
    writeFileSync(join(project, 'tsconfig.base.json'), `{ "extends": "${root}tsconfig.base.json" }`);
    for (const [page, lines] of Object.entries(pages)) {
      mkdirSync(dirname(join(project, page)), { recursive: true });
      writeFileSync(join(project, page), lines.join('\n'));
    }
    return await docFindings(project, Object.keys(pages));
  } finally {
    rmSync(project, { recursive: true });
  }
}

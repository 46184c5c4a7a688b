import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);

test('every error code of the source has its entry in docs/errors.md, and every entry its code', () => {
  const inSource = new Map<string, string>();
  for (const file of readdirSync(new URL('src', root), { recursive: true }).map(String)) {
    if (!file.endsWith('.ts')) continue;
    for (const [code] of readFileSync(new URL(`src/${file}`, root), 'utf8').matchAll(/(?<=['"`])KEELSON_[A-Z0-9_]+(?=['"`])/g))
      inSource.set(code, file);
  }
  const page = readFileSync(new URL('docs/errors.md', root), 'utf8');
  const inPage = new Set([...page.matchAll(/^### (KEELSON_[A-Z0-9_]+)$/gm)].map(([, code]) => code!));
  assert.deepEqual(
    {
      withoutEntry: [...inSource].filter(([code]) => !inPage.has(code)).map(([code, file]) => `${code} (src/${file})`),
      withoutCode: [...inPage].filter((code) => !inSource.has(code)),
    },
    { withoutEntry: [], withoutCode: [] },
  );
});

test('every entry of docs/errors.md says more than its name', () => {
  const page = readFileSync(new URL('docs/errors.md', root), 'utf8');
  const empty = page
    .split(/^(?=#{1,3} )/m)
    .filter((section) => section.startsWith('### ') && section.trim().split('\n').length < 3)
    .map((section) => section.trim());
  assert.deepEqual(empty, []);
});

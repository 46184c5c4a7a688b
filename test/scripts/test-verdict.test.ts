import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { summedUp, testVerdict } = (await import(`${root}scripts/test-verdict.mjs`)) as {
  summedUp(closings: readonly string[]): string;
  testVerdict(code: number | null, output: string): string | undefined;
};

test('runs side by side are summed up as one', () => {
  assert.equal(
    summedUp(['ℹ tests 3\nℹ fail 1\nℹ duration_ms 20.5\n', 'ℹ tests 4\nℹ fail 0\nℹ duration_ms 10\n']),
    'ℹ tests 7\nℹ fail 1\nℹ duration_ms 20.5\n',
  );
});

for (const [what, code, verdict] of [
  ['a run in which every test passes is green', "test('a', () => {});", undefined],
  ['a failing test makes the run red', "test('a', () => { throw new Error('no'); });", 'not every test passed (fail 1)'],
  ['a skipped test makes the run red', "test('a', { skip: 'later' }, () => {});", 'not every test passed (skipped 1)'],
  [
    'a test that never ends makes the run red',
    "test('a', { timeout: 50 }, () => new Promise(() => {}));",
    'not every test passed (cancelled 1)',
  ],
  [
    'an error thrown after its test has ended makes the run red',
    "test('a', () => { setTimeout(() => { throw new Error('late'); }, 1); }); test('b', () => new Promise((done) => setTimeout(done, 50)));",
    'every test passed, but something failed outside of them (exit code 1)',
  ],
  [
    'a promise rejected after its test has ended makes the run red',
    "test('a', () => { setTimeout(() => Promise.reject(new Error('late')), 1); }); test('b', () => new Promise((done) => setTimeout(done, 50)));",
    'every test passed, but something failed outside of them (exit code 1)',
  ],
  [
    'a run that exits with 0 halfway is red',
    "test('a', () => { process.exit(0); }); test('b', () => {});",
    'the run ended before its closing lines',
  ],
] as const) {
  test(what, () => {
    const folder = mkdtempSync(join(tmpdir(), 'verdict-'));
    try {
      writeFileSync(join(folder, 'run.mjs'), `import { test } from 'node:test';\n${code}\n`);
      const { status, stdout } = spawnSync(process.execPath, ['--test-reporter=spec', 'run.mjs'], { cwd: folder, encoding: 'utf8' });
      assert.equal(testVerdict(status, stdout), verdict);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

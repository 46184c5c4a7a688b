import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { ensureSingleCopy } from '../../src/reflection/single-copy.js';

test('a second copy of the package in one process is refused, and both folders are named', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'copies-')));
  try {
    for (const copy of ['one', 'two']) {
      mkdirSync(join(folder, copy, 'dist'), { recursive: true });
      cpSync(join(root, 'dist/src'), join(folder, copy, 'dist/src'), { recursive: true });
      cpSync(join(root, 'package.json'), join(folder, copy, 'package.json'));
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const program = join(folder, 'main.mjs');
    const load = (copy: string) => `await import('./${copy}/dist/src/json/index.js');`;
    writeFileSync(
      program,
      `${load('one')} ${load('one')} try { ${load('two')} } catch (error) { console.log(error.code + ': ' + error.message); }`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
    assert.equal(stderr, '');
    assert.equal(
      stdout,
      `KEELSON_TWO_COPIES: Keelson is loaded twice, from ${join(folder, 'one')}/ and from ${join(folder, 'two')}/: annotations made through one copy ` +
        'do not exist for the other; install it once ("npm ls keelson" shows who brings it), as a peer dependency of libraries\n',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the same folder may be loaded again', () => {
  const loaded = {};
  ensureSingleCopy('/a/', loaded);
  ensureSingleCopy('/a/', loaded);
  assert.throws(() => ensureSingleCopy('/b/', loaded), { code: 'KEELSON_TWO_COPIES', first: '/a/', second: '/b/' });
});

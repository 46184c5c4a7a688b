import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { applicationVersion } from '../../src/application/application-version.js';

describe('the version', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'keelson-version-'));
    await mkdir(join(root, 'package', 'dist', 'bin'), { recursive: true });
    await writeFile(join(root, 'package', 'package.json'), '{ "version": "1.2.3" }');
  });
  after(() => rm(root, { recursive: true }));

  test('the version is that of the nearest package.json above the main module', () => {
    assert.equal(applicationVersion(join(root, 'package', 'dist', 'bin', 'main.js')), '1.2.3');
    assert.equal(applicationVersion(join(root, 'main.js')), undefined);
  });

  test('a package.json that cannot be read is named', async () => {
    const folder = join(root, 'broken');
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), '{');
    assert.throws(
      () => applicationVersion(join(folder, 'main.js')),
      /^VersionError: The version cannot be read from .*broken.package\.json: /,
    );
  });
});

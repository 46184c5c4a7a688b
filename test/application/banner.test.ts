import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { readBanner } from '../../src/application/banner.js';

describe('the banner', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'keelson-banner-'));
    await mkdir(join(root, 'package', 'dist', 'bin'), { recursive: true });
    await writeFile(join(root, 'banner.txt'), 'of somebody else\n');
    await writeFile(join(root, 'package', 'package.json'), '{}');
  });
  after(() => rm(root, { recursive: true }));

  test('banner.txt is looked for beside the main module and above it, as far as the package goes', async () => {
    const main = join(root, 'package', 'dist', 'bin', 'main.js');
    assert.equal(readBanner(undefined, main), undefined);
    await writeFile(join(root, 'package', 'banner.txt'), '\n  of the package\n\n');
    assert.equal(readBanner(undefined, main), '\n  of the package');
    await writeFile(join(root, 'package', 'dist', 'bin', 'banner.txt'), 'beside it');
    assert.equal(readBanner(undefined, main), 'beside it');
  });

  test('a banner that is given is taken', () => {
    assert.equal(readBanner(pathToFileURL(join(root, 'banner.txt'))), 'of somebody else');
  });
});

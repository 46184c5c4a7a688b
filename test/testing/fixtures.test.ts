import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { Fixtures, TemporaryFolder } from 'keelson/testing';

test('fixtures are read as text, JSON and bytes', () => {
  using folder = new TemporaryFolder();
  writeFileSync(folder.file('ada.json'), '{"name":"Ada"}');
  const fixtures = new Fixtures(pathToFileURL(`${folder.path}/`));
  assert.deepEqual(fixtures.json('ada.json'), { name: 'Ada' });
  assert.equal(fixtures.text('ada.json'), '{"name":"Ada"}');
  assert.equal(fixtures.bytes('ada.json').length, 14);
});

test('a fixture that is missing is named with those that are there', () => {
  using folder = new TemporaryFolder();
  const fixtures = new Fixtures(folder.path);
  assert.throws(() => fixtures.text('eve.json'), { message: `There is no fixture eve.json in ${folder.path}: it has no files` });
  writeFileSync(folder.file('ada.json'), 'Ada');
  assert.throws(() => fixtures.text('eve.json'), { message: `There is no fixture eve.json in ${folder.path}: it has ada.json` });
  assert.throws(() => fixtures.json('ada.json'), { message: `The fixture ${folder.file('ada.json')} is not JSON` });
  assert.throws(() => new Fixtures(folder.file('none')).text('a'), /there is no such folder$/);
});

test('a temporary folder is gone when it is removed', () => {
  const folder = new TemporaryFolder();
  writeFileSync(folder.file('x'), '');
  folder.remove();
  assert.equal(existsSync(folder.path), false);
});

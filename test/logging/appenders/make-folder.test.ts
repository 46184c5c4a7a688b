import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { makeFolder } from '../../../src/logging/appenders/make-folder.js';

test('a folder is made with all that is missing above it, and once more without complaint', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'make-folder-'));
  t.after(() => rmSync(root, { recursive: true }));
  const deep = join(root, 'a', 'b', 'c');
  makeFolder(deep);
  makeFolder(deep);
  assert.ok(existsSync(deep));
});

test('a place where the system makes no folders is refused, and the process does not hang', () => {
  assert.throws(() => makeFolder('/dev/null/logs/today'), { code: 'ENOTDIR' });
  if (existsSync('/proc/self')) assert.throws(() => makeFolder('/proc/logs/today'), { code: 'ENOENT' });
});

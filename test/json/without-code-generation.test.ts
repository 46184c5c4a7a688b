import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('where code from strings is forbidden, everything works step by step', () => {
  const program = fileURLToPath(new URL('./programs/read-and-write.js', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disallow-code-generation-from-strings', program], {
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  assert.equal(status, 0);
  assert.deepEqual(stdout.split('\n'), [
    'code from strings: forbidden',
    '{"name":"Ada","tags":["x"],"big":9007199254740993}',
    'tags[0]: expected text, found number 1 (line 1, column 10)',
    'contains itself: this is the whole value again; mark the way back @JsonIgnore',
    '',
  ]);
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./programs/read-and-write.js', import.meta.url));

for (const { how, flags, jitless, generated } of [
  { how: 'by default', flags: [], jitless: '', generated: 'allowed' },
  { how: 'where code from strings is forbidden', flags: ['--disallow-code-generation-from-strings'], jitless: '', generated: 'forbidden' },
  { how: 'with KEELSON_JITLESS=1', flags: [], jitless: '1', generated: 'forbidden' },
]) {
  test(`${how}, code from strings is ${generated}, and reading and writing work`, () => {
    const env = { ...process.env, KEELSON_JITLESS: jitless };
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, program], { encoding: 'utf8', env });
    assert.equal(stderr, '');
    assert.equal(status, 0);
    assert.deepEqual(stdout.split('\n'), [
      `code from strings: ${generated}`,
      '{"name":"Ada","tags":["x"],"big":9007199254740993}',
      'tags[0]: expected text, found number 1 (line 1, column 10)',
      'contains itself: this is the whole value again; mark the way back @JsonIgnore',
      '',
    ]);
  });
}

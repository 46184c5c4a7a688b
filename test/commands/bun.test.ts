import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./programs/starting.js', import.meta.url));
const freePorts = ['-Dsvc.server.applicationConnectors[0].port=0', '-Dsvc.server.adminConnectors[0].port=0'];

test('a service on Bun stops in order and without an error', async (t) => {
  if (spawnSync('bun', ['--version']).status !== 0) {
    t.diagnostic('NOT CHECKED: bun is missing; put the binary of the npm package "bun" on the PATH');
    return;
  }
  const child = spawn('bun', [program, 'plain', 'server', ...freePorts], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const read = (text: string): void => {
    if (!output.includes('serving at') && `${output}${text}`.includes('serving at')) child.kill('SIGTERM');
    output += text;
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.deepEqual([code, output.split('\n').filter((line) => line.startsWith('ERROR'))], [0, []]);
  assert.match(output, /keelson\.server\.Server: Stopped\n$/);
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('hello-world prints what to try below the lines that tell of its start, and every line of it works', async () => {
  const ports = ['application', 'admin'].map((side) => `-Dsvc.server.${side}Connectors[0].port=0`);
  const service = spawn(
    process.execPath,
    ['dist/examples/hello-world/main.js', 'server', 'examples/hello-world/hello-world.yml', ...ports],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(service, 'exit');
  try {
    let printed = '';
    for await (const piece of service.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      printed += String(piece);
      if (printed.includes('Ctrl-C stops the service.\n')) break;
    }
    const started = printed.indexOf('Admin listens on');
    assert.ok(started > 0 && started < printed.indexOf('a greeting'), printed);
    const answers: string[] = [];
    for (const [, post, address] of printed.matchAll(/curl (-X POST )?'?(http[^'\n]*)/g)) {
      const answer = await fetch(address!, { method: post === undefined ? 'GET' : 'POST', headers: { connection: 'close' } });
      answers.push(`${answer.status} ${(await answer.text()).split('\n')[0]}`);
    }
    assert.deepEqual(answers, [
      '200 {"id":1,"content":"Hello, Ada!"}',
      '400 {"errors":["query param name length must be between 0 and 20"]}',
      '200 deadlocks: OK',
      '200 # HELP keelson_timer_seconds Durations of timed methods: percentiles of the last minutes, sum and count since the start.',
      '200 the template is now: Hi, %s!',
    ]);
  } finally {
    service.kill('SIGTERM');
  }
  assert.deepEqual(await ended, [0, null]);
});

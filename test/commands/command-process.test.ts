import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./programs/leaving.js', import.meta.url));

describe('the process of a command', { concurrency: true }, () => {
  test('ends when the command has ended, even if a timer was forgotten', async () => {
    assert.deepEqual(await shell('"$NODE" "$PROGRAM" forgetful'), { code: 0, out: 'done\n', error: '' });
  });

  test('ends when an environment command has ended, with the connections of the application closed', async () => {
    assert.deepEqual(await shell('"$NODE" "$PROGRAM" connected'), { code: 0, out: 'done\nclosed\n', error: '' });
  });

  test('closes the connections of the application when an environment command is interrupted, and has the exit code of the signal', async () => {
    assert.deepEqual(
      await Promise.all([
        shell('SIGNAL=SIGINT "$NODE" "$PROGRAM" waiting -Dsvc.logging.level=WARN'),
        shell('SIGNAL=SIGTERM "$NODE" "$PROGRAM" waiting -Dsvc.logging.level=WARN'),
      ]),
      [
        { code: 130, out: 'closed\n', error: '' },
        { code: 143, out: 'closed\n', error: '' },
      ],
    );
  });

  test('does not end before a slow reader has read everything', async () => {
    const { out } = await shell('"$NODE" "$PROGRAM" print 20000 | (sleep 1; wc -l)');
    assert.equal(out.trim(), '20000');
  });

  test('ends quietly with the usual exit code when the reader of its output has seen enough', async () => {
    const outcomes = await Promise.all([
      shell('"$NODE" "$PROGRAM" print 20000 | head -1; echo "${PIPESTATUS[0]}"'),
      shell('"$NODE" "$PROGRAM" schema | head -1; echo "${PIPESTATUS[0]}"'),
      shell('"$NODE" "$PROGRAM" schema --help | true; echo "${PIPESTATUS[0]}"'),
      shell('"$NODE" "$PROGRAM" print 2>&1 | true; echo "${PIPESTATUS[0]}"'),
    ]);
    assert.deepEqual(outcomes, [
      { code: 0, out: `line 1 ${'.'.repeat(100)}\n0\n`, error: '' },
      { code: 0, out: '{\n0\n', error: '' },
      { code: 0, out: '0\n', error: '' },
      { code: 0, out: '1\n', error: '' },
    ]);
  });

  test('shows in its help the path that was run', async () => {
    const { out } = await shell('cd "$(dirname "$PROGRAM")/.." && "$NODE" programs/leaving.js --help');
    assert.match(out, /^Usage: node programs\/leaving\.js <command> \[file\] \[options\]\n/);
    const elsewhere = await shell('cd / && "$NODE" "$PROGRAM" --help');
    assert.equal(elsewhere.out.split('\n', 1)[0], `Usage: node ${program.slice(1)} <command> [file] [options]`);
  });
});

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs a line of bash, which knows the exit code of every part of a pipe. */
function shell(line: string): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], NODE: process.execPath, PROGRAM: program };
  const child = spawn('bash', ['-c', line], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, error] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, error })));
}

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const main = 'dist/examples/hello-world/main.js';
const file = 'examples/hello-world/hello-world.yml';
const freePorts = ['-Dsvc.server.applicationConnectors[0].port=0', '-Dsvc.server.adminConnectors[0].port=0'];

/** The example as a process of its own, and what it has written so far. */
class Program {
  out = '';
  error = '';
  readonly ended: Promise<number | null>;
  private readonly process: ChildProcess;

  constructor(args: readonly string[], nodeArgs: readonly string[] = []) {
    this.process = spawn(process.execPath, [...nodeArgs, main, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    this.process.stdout!.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    this.process.stderr!.setEncoding('utf8').on('data', (text: string) => (this.error += text));
    this.ended = once(this.process, 'close').then(([code]) => code as number | null);
  }

  /** Waits for the text in the output and yields what the expression found. */
  async said(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.out);
      if (found !== null) return found;
      const [event] = await Promise.race([
        once(this.process.stdout!, 'data').then(() => ['more']),
        this.ended.then((code) => [`end with ${code}`]),
      ]);
      if (event !== 'more' && pattern.exec(this.out) === null)
        throw new Error(`${String(event)} before ${pattern}:\n${this.out}${this.error}`);
    }
  }

  stop(): void {
    this.process.kill('SIGTERM');
  }
}

test('npm start: the example serves, prints what to try, and stops in order when it is told to', async () => {
  const program = new Program(['server', file, ...freePorts]);
  const [, application, admin] = await program.said(/localhost:(\d+)\/hello[^]*localhost:(\d+)\/healthcheck[^]*Ctrl-C stops the service/);
  const answer = await fetch(`http://127.0.0.1:${application}/hello?name=Ada`);
  assert.deepEqual(await answer.json(), { id: 1, content: 'Hello, Ada!' });
  assert.equal(await (await fetch(`http://127.0.0.1:${admin}/healthcheck`)).text(), 'deadlocks: OK\ntemplate: OK\n');
  const changed = await fetch(`http://127.0.0.1:${admin}/tasks/template?to=Hi,+%25s!`, { method: 'POST' });
  assert.equal(await changed.text(), 'the template is now: Hi, %s!\n');
  program.stop();
  assert.equal(await program.ended, 0);
  assert.match(program.out, /^INFO {2}\[[^\]]+\] keelson\.application\.Service: Starting hello-world\n\n {4}_ {2}_ {5}_ _ /);
  assert.match(program.out, /Received SIGTERM: stopping\n/);
  assert.equal(program.error, '');
});

test('a configuration that is not valid ends the server command with 1 and no stack trace', async () => {
  const program = new Program(['server', file, '-Dsvc.template=', '-Dsvc.server.applicationConnectors[0].port=99999']);
  assert.equal(await program.ended, 1);
  assert.equal(program.out, '');
  assert.equal(
    program.error,
    `examples/hello-world/hello-world.yml has the following errors:
  * server.applicationConnectors[0].port must be between 1 and 65535 (-Dsvc.server.applicationConnectors[0].port)
  * template may not be empty (-Dsvc.template)
`,
  );
});

test('a port that is taken ends the server command with 1 and one sentence in the log, said once and without a stack trace', async () => {
  const first = new Program(['server', file, ...freePorts]);
  const [, port] = await first.said(/localhost:(\d+)\/hello/);
  const second = new Program(['server', file, `-Dsvc.server.applicationConnectors[0].port=${port}`, freePorts[1]!]);
  assert.equal(await second.ended, 1);
  const refusal = `Cannot listen on port ${port} on all addresses: another process listens there; stop it or configure another port`;
  const told = second.out.slice(second.out.indexOf('ERROR'));
  assert.equal(
    told.replaceAll(/\[[^\]]+\]/g, '[…]'),
    `ERROR […] keelson.server.Server: Unable to start server, shutting down: ${refusal}\nINFO  […] keelson.server.Server: Stopped\n`,
  );
  assert.equal(second.error, '');
  const third = new Program([
    'server',
    file,
    `-Dsvc.server.applicationConnectors[0].port=${port}`,
    freePorts[1]!,
    '-Dsvc.logging.appenders[0].threshold=OFF',
  ]);
  assert.equal(await third.ended, 1);
  assert.equal(third.error, `hello-world could not be started: ${refusal}\n`);
  first.stop();
  assert.equal(await first.ended, 0);
});

test('an unknown command ends the process with 1 and the nearest known one on standard error', async () => {
  const program = new Program(['sever', file]);
  assert.equal(await program.ended, 1);
  assert.equal(program.out, '');
  assert.equal(
    program.error,
    "error: unknown command 'sever'\n(Did you mean server?)\nCommands: api, auth, check, explain, openapi, routes, schema, server, show-config\n",
  );
});

test('what a library prints by console.log comes out as a line of the log', async () => {
  const library = 'data:text/javascript,setInterval(() => console.log("a word"), 20)';
  const program = new Program(['server', file, ...freePorts], ['--import', library]);
  const [line] = await program.said(/^INFO {2}\[[^\]]+\] console: a word$/m);
  assert.match(line, /a word/);
  program.stop();
  assert.equal(await program.ended, 0);
});

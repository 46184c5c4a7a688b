import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { conformanceCases, differencesOf } from './conformance-cases.js';
import type { ConformanceAnswer, ConformanceRequest } from './conformance-cases.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('the application answers the conformance cases over sockets, and stops when told to', { timeout: 60_000 }, async () => {
  const service = spawn(
    process.execPath,
    [
      'dist/examples/conformance/main.js',
      'server',
      'examples/conformance/conformance.yml',
      '-Dsvc.server.applicationConnectors[0].port=0',
      '-Dsvc.server.adminConnectors[0].port=0',
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const agent = new Agent({ keepAlive: true });
  let log = '';
  service.stdout.on('data', (piece: Buffer) => (log += piece.toString()));
  try {
    const ports = await portsOf(service);
    const differing: Record<string, readonly string[]> = {};
    for (const one of conformanceCases()) {
      const found = await differencesOf(one, (outgoing) => send(outgoing, ports[outgoing.on], agent));
      if (found.length > 0) differing[one.id] = found;
    }
    assert.deepEqual(differing, {});
    const { text } = await send({ on: 'app', method: 'GET', path: '/errors/unhandled', headers: {}, body: undefined }, ports.app, agent);
    agent.destroy();
    service.kill('SIGTERM');
    assert.deepEqual(await once(service, 'close'), [0, null]);
    assertLogged(log, /\(ID ([0-9a-f]{16})\)\.$/.exec(text)?.[1]);
  } finally {
    agent.destroy();
    service.kill('SIGKILL');
  }
});

/** Every line has its form, and what a client was told to ask about is found with its stack trace. */
function assertLogged(log: string, id: string | undefined): void {
  const beginning = /^(?:ERROR|WARN |INFO |DEBUG|TRACE) \[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}\] [\w.]+: /;
  const odd = log.split('\n').filter((line) => line !== '' && !beginning.test(line) && !/^(?:! .+|!|\|.*)$/.test(line));
  assert.deepEqual(odd, []);
  const reported = `^ERROR \\[.*\\] .*: Error handling a request: ${id}\n! Error: secret detail\n(?:! at .*\n)+!\n`;
  assert.match(log, new RegExp(reported, 'm'));
  assert.match(log, /^INFO .*: Received SIGTERM: stopping$/m);
}

/** The ports that the service says it has taken. */
async function portsOf(service: ChildProcess): Promise<{ readonly app: number; readonly admin: number }> {
  let app: number | undefined;
  let admin: number | undefined;
  for await (const line of createInterface({ input: service.stdout! })) {
    const [, side, port] = /(Application|Admin) listens on http:\/\/.*:(\d+)$/.exec(line) ?? [];
    if (side === 'Application') app = Number(port);
    if (side === 'Admin') admin = Number(port);
    if (app !== undefined && admin !== undefined) {
      // Whatever else it says must not fill the pipe and hold it up.
      service.stdout!.resume();
      return { app, admin };
    }
  }
  throw new Error('the service ended before it listened');
}

function send({ method, path, headers, body }: ConformanceRequest, port: number, agent: Agent): Promise<ConformanceAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, ...length }, agent }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode!,
          text: Buffer.concat(pieces).toString(),
          header: (name) => response.headers[name.toLowerCase()]?.toString(),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

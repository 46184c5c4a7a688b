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
  try {
    const ports = await portsOf(service);
    const differing: Record<string, readonly string[]> = {};
    for (const one of conformanceCases()) {
      const found = await differencesOf(one, (outgoing) => send(outgoing, ports[outgoing.on], agent));
      if (found.length > 0) differing[one.id] = found;
    }
    assert.deepEqual(differing, {});
    agent.destroy();
    service.kill('SIGTERM');
    assert.deepEqual(await once(service, 'exit'), [0, null]);
  } finally {
    agent.destroy();
    service.kill('SIGKILL');
  }
});

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

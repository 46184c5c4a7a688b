// Proves that a stop under load loses no request: a service in a process of its own, keep-alive clients over real sockets that send one request
// after another, SIGTERM in the middle, and the counts of both sides. Run "npm run build" first.
//
//   node scripts/prove-graceful-stop.mjs [clients] [milliseconds before the signal]
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

export async function proveGracefulStop({ clients = 50, loadMilliseconds = 1000, signal = 'SIGTERM' } = {}) {
  const service = await startService();
  const counts = { sent: 0, answered: 0, refused: 0, lost: 0, reasons: new Map() };
  const load = Array.from({ length: clients }, (_, index) => client(service.port, index, counts));
  await new Promise((resolve) => setTimeout(resolve, loadMilliseconds));
  const atSignal = performance.now();
  service.child.kill(signal);
  const ended = await service.ended;
  const milliseconds = performance.now() - atSignal;
  await Promise.all(load);
  return { ...counts, begun: ended.begun, completed: ended.completed, exitCode: ended.code, milliseconds: Math.round(milliseconds) };
}

/** One connection at a time, one request after another, until the service refuses connections. */
async function client(port, index, counts) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let number = 0; ; number++) {
    const outcome = await send(agent, port, number % 10 === 0 ? '/slow' : '/quick', index % 2 === 0 ? 'GET' : 'POST');
    if (outcome === 'refused') {
      counts.refused++;
      break;
    }
    counts.sent++;
    if (outcome === 'answered') counts.answered++;
    else {
      counts.lost++;
      counts.reasons.set(outcome, (counts.reasons.get(outcome) ?? 0) + 1);
      break;
    }
  }
  agent.destroy();
}

function send(agent, port, path, method) {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, path, method, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => (text += piece));
      response.on('end', () =>
        resolve(response.complete && text === 'done' ? 'answered' : `incomplete answer: ${response.statusCode} ${text}`),
      );
      response.on('error', (error) => resolve(`broken answer: ${error.code}`));
    });
    sent.on('error', (error) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : `${sent.reusedSocket ? 'reused' : 'new'} connection: ${error.code}`),
    );
    sent.end(method === 'POST' ? 'x'.repeat(1000) : undefined);
  });
}

async function startService() {
  const program = fileURLToPath(new URL('../dist/test/service/stopping-program.js', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const ended = new Promise((resolve) => {
    child.on('close', (code) => {
      const [, begun, completed] = /begun (\d+) completed (\d+)/.exec(output) ?? [];
      resolve({ code, begun: Number(begun), completed: Number(completed) });
    });
  });
  const port = await new Promise((resolve) => {
    child.stdout.on('data', (piece) => {
      output += piece;
      const [, found] = /port (\d+)/.exec(output) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
  });
  return { child, port, ended };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [clients = '50', loadMilliseconds = '1000'] = process.argv.slice(2);
  const { reasons, ...counts } = await proveGracefulStop({ clients: Number(clients), loadMilliseconds: Number(loadMilliseconds) });
  console.log(`requests sent on open connections  ${counts.sent}`);
  console.log(`answered whole                     ${counts.answered}`);
  console.log(`lost                               ${counts.lost}`);
  for (const [reason, count] of reasons) console.log(`  ${reason}: ${count}`);
  console.log(`clients refused at the end         ${counts.refused}`);
  console.log(`begun by the service               ${counts.begun}`);
  console.log(`completed by the service           ${counts.completed}`);
  console.log(`exit code                          ${counts.exitCode}`);
  console.log(`from signal to exit                ${counts.milliseconds} ms`);
  process.exitCode = counts.lost === 0 && counts.begun === counts.completed && counts.exitCode === 0 ? 0 : 1;
}

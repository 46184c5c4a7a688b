// Proves that a stop under load loses no request: a service in a process of its own, nineteen kinds of clients over real sockets, SIGTERM or SIGINT in
// the middle, and the counts of both sides. Run "npm run build" first.
//
//   node scripts/prove-graceful-stop.mjs [stops] [clients of each kind] [milliseconds before the signal]
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { clientKinds } from './stop-clients.mjs';

/** One stop: counts by kind of client, and those of the service. */
export async function proveGracefulStop({ clientsPerKind = 2, loadMilliseconds = 700, signal = 'SIGTERM' } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-stop-'));
  try {
    const service = await startService(folder);
    const kinds = new Map(Object.keys(clientKinds).map((kind) => [kind, newCounts()]));
    const load = [...kinds].flatMap(([kind, counts]) =>
      Array.from({ length: clientsPerKind }, () => clientKinds[kind](service.ports, counts)),
    );
    await new Promise((resolve) => setTimeout(resolve, loadMilliseconds));
    const atSignal = performance.now();
    service.child.kill(signal);
    const { exitCode, begun, completed, brokenOff } = await service.ended;
    const milliseconds = Math.round(performance.now() - atSignal);
    await Promise.all(load);
    return { kinds, begun, completed, brokenOff, exitCode, milliseconds };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function newCounts() {
  return { sent: 0, answered: 0, repeated: 0, refused: 0, lost: 0, reasons: new Map() };
}

/** All counts of one or more stops, kind by kind. */
export function addUp(stops) {
  const sums = new Map();
  for (const { kinds } of stops) {
    for (const [kind, counts] of kinds) {
      const sum = sums.get(kind) ?? newCounts();
      for (const key of ['sent', 'answered', 'repeated', 'refused', 'lost']) sum[key] += counts[key];
      for (const [reason, count] of counts.reasons) sum.reasons.set(reason, (sum.reasons.get(reason) ?? 0) + count);
      sums.set(kind, sum);
    }
  }
  return sums;
}

async function startService(folder) {
  const program = fileURLToPath(new URL('../dist/test/service/stopping-program.js', import.meta.url));
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const ended = new Promise((resolve) => {
    child.on('close', (code) => {
      const [begun, completed, brokenOff] = (/begun (\d+) completed (\d+) broken off (\d+)/.exec(output) ?? []).slice(1).map(Number);
      resolve({ exitCode: code, begun, completed, brokenOff });
    });
  });
  const ports = await new Promise((resolve) => {
    child.stdout.on('data', (piece) => {
      output += piece;
      const [, found] = /ports (.*)\n/.exec(output) ?? [];
      if (found !== undefined) resolve(JSON.parse(found));
    });
  });
  return { child, ports, ended };
}

/** What is wrong with these stops; nothing, where no request was lost. */
export function complaints(stops) {
  const found = [];
  for (const [kind, { sent, lost, reasons }] of addUp(stops)) {
    if (sent === 0) found.push(`${kind}: nothing was sent`);
    if (lost > 0) found.push(`${kind}: ${lost} lost (${[...reasons].map(([reason, count]) => `${reason}: ${count}`).join('; ')})`);
  }
  for (const [index, { kinds, begun, completed, brokenOff, exitCode }] of stops.entries()) {
    const answered = sum(kinds, () => true);
    if (answered !== begun) found.push(`stop ${index + 1}: begun ${begun}, but answered ${answered}`);
    // A service cannot always tell a client that closed its side from one that left; this one did get its answer.
    const inDoubt = sum(kinds, (kind) => kind.includes('half-closed'));
    if (completed + brokenOff !== begun || brokenOff > inDoubt)
      found.push(`stop ${index + 1}: begun ${begun}, completed ${completed}, broken off ${brokenOff}`);
    if (exitCode !== 0) found.push(`stop ${index + 1}: exit code ${exitCode}`);
  }
  return found;
}

function sum(kinds, isWanted) {
  let answered = 0;
  for (const [kind, counts] of kinds) if (isWanted(kind)) answered += counts.answered;
  return answered;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [stops = 20, clientsPerKind = 2, loadMilliseconds = 700] = process.argv.slice(2).map(Number);
  const results = [];
  for (let stop = 0; stop < stops; stop++) {
    const signal = stop % 2 === 0 ? 'SIGTERM' : 'SIGINT';
    const result = await proveGracefulStop({ clientsPerKind, loadMilliseconds, signal });
    results.push(result);
    const { begun, completed, exitCode, milliseconds } = result;
    console.log(
      `stop ${stop + 1}, ${signal}: begun ${begun}, completed ${completed}, exit code ${exitCode}, ${milliseconds} ms from signal to exit`,
    );
  }
  console.log(`\n${'client'.padEnd(36)}${['sent', 'answered', 'repeated', 'lost'].map((title) => title.padStart(10)).join('')}`);
  for (const [kind, { sent, answered, repeated, lost }] of addUp(results)) {
    console.log(`${kind.padEnd(36)}${[sent, answered, repeated, lost].map((count) => String(count).padStart(10)).join('')}`);
  }
  const found = complaints(results);
  console.log(found.length === 0 ? '\nnothing was lost' : `\n${found.join('\n')}`);
  process.exitCode = found.length === 0 ? 0 : 1;
}

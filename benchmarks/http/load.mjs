// Puts load on a server and measures: wrk where it is installed, autocannon otherwise.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const has = (command) => spawnSync('which', [command]).status === 0;
export const tool = has('wrk') ? 'wrk' : 'autocannon';
/** Server and load on different cores, where there are two and the command to say so. */
export const pinned = has('taskset') && availableParallelism() > 1;

const scripts = mkdtempSync(join(tmpdir(), 'keelson-bench-'));
process.on('exit', () => rmSync(scripts, { recursive: true, force: true }));

/** Requests per second, latencies in milliseconds, and answers that were not of the expected status class. */
export async function measure(url, { method = 'GET', body, seconds = 1, connections = 50 } = {}) {
  return tool === 'wrk'
    ? measureWithWrk(url, { method, body, seconds, connections })
    : measureWithAutocannon(url, { method, body, seconds, connections });
}

async function measureWithWrk(url, { method, body, seconds, connections }) {
  const script = join(scripts, 'request.lua');
  const lines = [`wrk.method = ${JSON.stringify(method)}`];
  if (body !== undefined) lines.push(`wrk.body = [==[${body}]==]`, 'wrk.headers["Content-Type"] = "application/json"');
  lines.push(
    'done = function(summary, latency, requests)',
    '  io.write(string.format("KEELSON %d %d %.3f %.3f %d\\n", summary.requests, summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000,',
    '    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))',
    'end',
  );
  writeFileSync(script, lines.join('\n'));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url];
  const output = await run(pinned ? 'taskset' : 'wrk', pinned ? ['-c', '1', 'wrk', ...args] : args);
  const numbers = /KEELSON (\d+) (\d+) ([\d.]+) ([\d.]+) (\d+)/.exec(output);
  if (numbers === null) throw new Error(`wrk printed no summary:\n${output}`);
  const [requests, microseconds, p50, p99, errors] = numbers.slice(1).map(Number);
  return { requests, perSecond: (requests * 1e6) / microseconds, p50, p99, errors };
}

async function measureWithAutocannon(url, { method, body, seconds, connections }) {
  const { default: autocannon } = await import('autocannon');
  const result = await autocannon({
    url,
    method,
    body,
    duration: seconds,
    connections,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
  });
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts,
  };
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (status) => (status === 0 ? resolve(output) : reject(new Error(`${command} ended with ${status}:\n${output}`))));
  });
}

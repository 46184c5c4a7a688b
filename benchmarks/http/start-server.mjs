// Starts a contestant as a process of its own and reads its CPU time and memory from /proc.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { pinned } from './load.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const running = new Set();
// A measurement that fails halfway leaves no server behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a Node program and waits until it reports its port. */
export async function startServer({ title, file, env = {} }, node) {
  const command = pinned ? ['taskset', '-c', '0', node.binary, file] : [node.binary, file];
  const child = start(command, env, ['ignore', 'ignore', 'inherit', 'ipc']);
  const { port } = await untilReady(child, title, (done) => child.once('message', done));
  return server(child, title, port);
}

/** Starts any other program, which prints a line with its port. */
export async function startCommand(title, command, portLine) {
  const child = start(pinned ? ['taskset', '-c', '0', ...command] : command, {}, ['ignore', 'pipe', 'inherit']);
  const { port } = await untilReady(child, title, (done) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const found = portLine.exec(printed);
      if (found !== null) done({ port: Number(found[1]) });
    });
  });
  return server(child, title, port);
}

function start([command, ...args], env, stdio) {
  const child = spawn(command, args, { cwd: here, env: { ...process.env, NODE_ENV: 'production', ...env }, stdio });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

function untilReady(child, title, listen) {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => fail(new Error(`${title} did not start within 30 s`)), 30_000);
    const fail = (error) => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      reject(error);
    };
    child.once('error', fail);
    const endedEarly = (code) => fail(new Error(`${title} ended with ${code} before it listened`));
    child.once('exit', endedEarly);
    listen((message) => {
      clearTimeout(limit);
      child.off('exit', endedEarly);
      resolve(message);
    });
  });
}

function server(child, title, port) {
  return {
    title,
    port,
    url: `http://127.0.0.1:${port}`,
    // taskset replaces itself by the program, so its process ID is the program's.
    rss: () => residentBytes(child.pid),
    cpu: () => cpuNanoseconds(child.pid),
    stop: () => stop(child),
  };
}

function stop(child) {
  return new Promise((resolve) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(limit);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

function residentBytes(pid) {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return line === null ? Number.NaN : Number(line[1]) * 1024;
}

/** CPU time of all threads, garbage collection and compilation included, in nanoseconds. */
function cpuNanoseconds(pid) {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`))
    sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return sum;
}

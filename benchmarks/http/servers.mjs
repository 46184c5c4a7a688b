// The servers under measurement: how each is started, and how it is stopped again.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { pinned } from './load.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const running = new Set();
// A measurement that fails halfway leaves no server behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export const servers = {
  keelson: { file: 'built/keelson.js', version: versionOf('../../package.json') },
  'node:http': { file: 'peers/raw.mjs', version: process.version },
  fastify: { file: 'peers/fastify.mjs', version: versionOf('node_modules/fastify/package.json') },
  'nest on fastify': { file: 'built/nest.js', version: versionOf('node_modules/@nestjs/core/package.json') },
  'nest on express': {
    file: 'built/nest.js',
    env: { PLATFORM: 'express' },
    version: versionOf('node_modules/@nestjs/core/package.json'),
  },
  express: { file: 'peers/express.mjs', version: versionOf('node_modules/express/package.json') },
  hono: { file: 'peers/hono.mjs', version: versionOf('node_modules/hono/package.json') },
};

/** Starts a server in its own process and waits until it says its port. */
export function start(name, env = {}) {
  const { file, env: ownEnv } = servers[name];
  const args = [file];
  const child = spawn(pinned ? 'taskset' : process.execPath, pinned ? ['-c', '0', process.execPath, ...args] : args, {
    cwd: here,
    env: { ...process.env, NODE_ENV: 'production', ...ownEnv, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => fail(new Error(`${name} did not start within 20 s`)), 20_000);
    const fail = (error) => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      reject(error);
    };
    child.once('error', fail);
    const endedEarly = (code) => fail(new Error(`${name} ended with ${code} before it listened`));
    child.once('exit', endedEarly);
    child.once('message', ({ port }) => {
      clearTimeout(limit);
      child.off('exit', endedEarly);
      resolve({
        name,
        port,
        url: `http://127.0.0.1:${port}`,
        rss: () => residentBytes(child.pid),
        cpu: () => cpuSeconds(child.pid),
        stop: () => stop(child),
      });
    });
  });
}

function stop(child) {
  return new Promise((resolve) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), 5_000);
    child.once('exit', () => {
      clearTimeout(limit);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

/** Resident memory of the process that really serves: taskset replaces itself by node, so the id is the same. */
function residentBytes(pid) {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return line === null ? Number.NaN : Number(line[1]) * 1024;
}

/** Processor time that the process has used; it says more than the clock does on a machine that others use as well. */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function versionOf(file) {
  try {
    return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).version;
  } catch {
    return 'not installed';
  }
}

// Gives orders to the load generator and turns scenarios into the bytes of a request.
import { fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Servers and load run on different cores, where there are two and `taskset` to say so. */
export const pinned = availableParallelism() > 1 && spawnSync('which', ['taskset']).status === 0;

let generator;
let lastId = 0;
const waiting = new Map();

/** One round of load on a server. */
export function applyLoad(port, { path, method = 'GET', body, status }, { milliseconds = 250, connections = 50, close = false } = {}) {
  generator ??= startGenerator();
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    generator.send({ id, port, request: requestText(port, path, method, body), connections, milliseconds, status, close });
  });
}

export function stopLoad() {
  generator?.disconnect();
  generator = undefined;
}

function startGenerator() {
  const file = fileURLToPath(new URL('load-generator.mjs', import.meta.url));
  const child = fork(file, { execPath: process.execPath });
  if (pinned) spawnSync('taskset', ['-a', '-p', '-c', '1', String(child.pid)]);
  child.on('message', ({ id, failure, ...result }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) resolve(result);
    else reject(new Error(failure));
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the load generator ended with ${code}`));
    waiting.clear();
  });
  return child;
}

function requestText(port, path, method, body) {
  const head = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Accept: */*'];
  if (body === undefined) return `${head.join('\r\n')}\r\n\r\n`;
  head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  // The generator writes latin1, so the body's UTF-8 bytes travel as one character each.
  return `${head.join('\r\n')}\r\n\r\n${Buffer.from(body).toString('latin1')}`;
}

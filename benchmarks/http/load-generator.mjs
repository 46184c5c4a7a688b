// The load generator, a process of its own on a core of its own. It keeps its connections open between rounds, so that a round can be as short
// as a fifth of a second and forty servers can take turns. wrk and autocannon begin every round with new connections and count whole seconds.
//
// Orders arrive as messages: { id, port, request, connections, milliseconds, status }. The answer: { id, requests, seconds, p50, p99, errors }.
import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

const pools = new Map();

process.on('message', (order) => {
  void answer(order);
});
process.on('disconnect', () => process.exit(0));

async function answer(order) {
  try {
    process.send({ id: order.id, ...(await runRound(order)) });
  } catch (error) {
    process.send({ id: order.id, failure: error instanceof Error ? error.stack : String(error) });
  }
}

async function runRound({ port, request, connections, milliseconds, status, close }) {
  const pool = await openConnections(port, connections);
  const bytes = Buffer.from(request, 'latin1');
  const round = { latencies: [], requests: 0, errors: 0, open: true, expected: `HTTP/1.1 ${status} ` };
  const began = performance.now();
  const all = pool.map((connection) => connection.ask(bytes, round));
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  round.open = false;
  // Every request that was sent is waited for, so that the server's CPU time belongs to the requests that are counted.
  await Promise.all(all);
  const seconds = (performance.now() - began) / 1000;
  if (close) closeConnections(port);
  const sorted = Float64Array.from(round.latencies).sort();
  const percentile = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { requests: round.requests, seconds, p50: percentile(0.5), p99: percentile(0.99), errors: round.errors };
}

async function openConnections(port, count) {
  // Servers close connections that were idle between two rounds.
  const pool = (pools.get(port) ?? []).filter(({ closed }) => !closed);
  pools.set(port, pool);
  while (pool.length > count) pool.pop().socket.destroy();
  const missing = Array.from({ length: count - pool.length }, () => new Connection(port));
  await Promise.all(missing.map((connection) => connection.opened));
  pool.push(...missing);
  return pool;
}

function closeConnections(port) {
  for (const { socket } of pools.get(port) ?? []) socket.destroy();
  pools.delete(port);
}

/** One keep-alive connection with one request under way. */
class Connection {
  constructor(port) {
    this.rest = undefined;
    this.closed = false;
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.opened = new Promise((resolve, reject) => {
      this.socket.once('connect', resolve);
      this.socket.once('error', reject);
    });
    this.socket.on('data', (chunk) => this.received(chunk));
    this.socket.on('error', () => this.ended());
    this.socket.on('close', () => this.ended());
  }

  /** Asks again and again while the round is open; resolves when the last answer is there. */
  ask(bytes, round) {
    this.bytes = bytes;
    this.round = round;
    return new Promise((resolve) => {
      this.finished = resolve;
      if (this.closed) resolve();
      else this.send();
    });
  }

  send() {
    this.underWay = true;
    this.sentAt = performance.now();
    this.socket.write(this.bytes);
  }

  received(chunk) {
    const data = this.rest === undefined ? chunk : Buffer.concat([this.rest, chunk]);
    const size = answerSize(data);
    if (size === undefined || data.length < size) {
      this.rest = data;
      return;
    }
    this.rest = undefined;
    this.underWay = false;
    const { round } = this;
    round.requests++;
    round.latencies.push(performance.now() - this.sentAt);
    if (data.latin1Slice(0, round.expected.length) !== round.expected || data.length > size) round.errors++;
    if (round.open) this.send();
    else this.finished();
  }

  ended() {
    if (this.closed) return;
    this.closed = true;
    if (this.underWay) this.round.errors++;
    this.finished?.();
  }
}

/** Bytes of the whole answer, as soon as its head is there. */
function answerSize(data) {
  const end = data.indexOf('\r\n\r\n', 0, 'latin1');
  if (end < 0) return undefined;
  const head = data.latin1Slice(0, end).toLowerCase();
  const length = head.indexOf('\r\ncontent-length:');
  if (length >= 0) return end + 4 + Number.parseInt(head.slice(length + 17), 10);
  if (head.includes('\r\ntransfer-encoding: chunked')) {
    const last = data.indexOf('\r\n0\r\n\r\n', end, 'latin1');
    return last < 0 ? undefined : last + 7;
  }
  return end + 4;
}

// npm run fuzz:engines -- [--connections 100000] [--seed 1]: sends the same bytes to node's server and to the lane, in plain text and over TLS,
// and compares what handlers saw and what came back. Ends with 1 at the first difference that is not known, after shrinking it.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import fc from 'fast-check';

import { build, install } from './build.mjs';

const { values: options } = parseArgs({
  options: { connections: { type: 'string', default: '20000' }, seed: { type: 'string', default: String(Date.now() % 2 ** 31) } },
});
install();
if (build('test').status !== 0) process.exit(1);
const { LaneEngine } = await import('../dist/src/server/engines/lane/lane-engine.js');
const { NodeHttpEngine } = await import('../dist/src/server/engines/node-http-engine.js');
const { comparison, Subject } = await import('../dist/test/engines/lane/differential.js');
const { scripts } = await import('../dist/test/engines/lane/scripts.js');

const pem = readFileSync(new URL('../test/server/fixtures/chain-and-key.pem', import.meta.url), 'utf8');
const tls = { cert: pem, key: pem };
const pairs = 8;
const counts = new Map();
const share = Math.ceil(Number(options.connections) / pairs);
const began = Date.now();

// A connection mostly waits for timers and sockets, so several pairs of servers work side by side. One pair in four speaks TLS, which costs more.
const outcomes = await Promise.all(
  Array.from({ length: pairs }, (_, index) => fuzz(index % 4 === 3 ? tls : undefined, Number(options.seed) + index)),
);
console.log(`${share * pairs} connections in ${((Date.now() - began) / 1000).toFixed(0)} s, seed ${options.seed}`);
for (const [what, count] of [...counts].sort(([, one], [, other]) => other - one)) console.log(`${String(count).padStart(9)} ${what}`);
const failures = outcomes.filter((outcome) => outcome.failed);
for (const outcome of failures) console.log(fc.defaultReportMessage(outcome));
process.exitCode = failures.length === 0 ? 0 : 1;

async function fuzz(secure, seed) {
  const node = await Subject.open(new NodeHttpEngine(), secure);
  const lane = await Subject.open(new LaneEngine(), secure);
  const property = fc.asyncProperty(scripts, async (script) => {
    const [one, other] = await Promise.all([node.observe(script), lane.observe(script)]);
    const found = comparison(script, one, other);
    count(found === undefined ? 'the same' : found instanceof Error ? 'DIFFERENT' : found);
    if (found instanceof Error) throw new Error(JSON.stringify({ node: one, lane: other }, undefined, 1));
  });
  try {
    return await fc.check(property, { numRuns: share, seed });
  } finally {
    await node.close();
    await lane.close();
  }
}

function count(what) {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import fc from 'fast-check';

import { LaneEngine } from '../../../src/server/engines/lane/lane-engine.js';
import { NodeHttpEngine } from '../../../src/server/engines/node-http-engine.js';
import { fixture } from '../../server/fixture-path.js';
import { comparison, Subject } from './differential.js';
import type { Observation, Script } from './differential.js';
import { scripts } from './scripts.js';

function shown({ bytes, ...rest }: Script, node: Observation, lane: Observation): string {
  return JSON.stringify({ bytes: bytes.toString('latin1'), ...rest, node, lane }, undefined, 1).replaceAll(/y{100,}/g, 'y…');
}

const pem = readFileSync(fixture('chain-and-key.pem'), 'utf8');

for (const [title, tls, runs] of [
  ['in plain text', undefined, 400],
  ['over TLS', { cert: pem, key: pem }, 100],
] as const) {
  test(`the lane sees and answers what node's server sees and answers, ${title}`, async () => {
    const node = await Subject.open(new NodeHttpEngine(), tls);
    const lane = await Subject.open(new LaneEngine(), tls);
    try {
      await fc.assert(
        fc.asyncProperty(scripts, async (script) => {
          const [one, other] = await Promise.all([node.observe(script), lane.observe(script)]);
          const found = comparison(script, one, other);
          if (found instanceof Error) throw new Error(shown(script, one, other));
        }),
        { numRuns: Number(process.env['KEELSON_FUZZ'] ?? runs) },
      );
    } finally {
      await node.close();
      await lane.close();
    }
  });
}

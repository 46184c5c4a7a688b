import assert from 'node:assert/strict';
import { test } from 'node:test';

interface Counts {
  readonly sent: number;
  readonly answered: number;
  readonly lost: number;
  readonly refused: number;
  readonly reasons: ReadonlyMap<string, number>;
  readonly begun: number;
  readonly completed: number;
  readonly exitCode: number;
}

test('SIGTERM under load from keep-alive clients loses not one request', async () => {
  const script = new URL('../../../scripts/prove-graceful-stop.mjs', import.meta.url).href;
  const { proveGracefulStop } = (await import(script)) as { proveGracefulStop(options: object): Promise<Counts> };
  const counts = await proveGracefulStop({ clients: 20, loadMilliseconds: 300 });
  assert.deepEqual([counts.lost, [...counts.reasons]], [0, []]);
  assert.equal(counts.answered, counts.sent);
  assert.equal(counts.completed, counts.begun);
  assert.equal(counts.begun, counts.answered);
  assert.equal(counts.refused, 20);
  assert.equal(counts.exitCode, 0);
});

// CPU time per request of several processes of each program, in short rounds that take turns.
import { applyLoad } from './load.mjs';
import { expectAnswers, get, invalid, notFound, post, text } from './scenarios.mjs';
import { startServer } from './start-server.mjs';
import { mean, median, ratioWithInterval, verdict } from './statistics.mjs';
import { interval, markdownTable, thousands } from './table.mjs';

/**
 * Starts `processes` of each contestant, warms all of them up, then lets them take turns.
 * Returns, per scenario and contestant, one cost per process: the median over that process's rounds.
 */
export async function measureCosts(contestants, node, { scenarios, processes, rounds, milliseconds }) {
  const running = [];
  try {
    for (const contestant of contestants) {
      for (let count = 0; count < (contestant.processes ?? processes); count++) running.push(await startServer(contestant, node));
    }
    for (const server of running) await expectAnswers(server, scenarios);
    const results = [];
    for (const [index, scenario] of scenarios.entries()) {
      // The first scenario also warms up what all of them share.
      for (const server of running) await applyLoad(server.port, scenario, { milliseconds: milliseconds * (index === 0 ? 7 : 3) });
      results.push({ scenario, rows: await takeTurns(running, scenario, { rounds, milliseconds }) });
    }
    return results;
  } finally {
    for (const server of running) await server.stop();
  }
}

async function takeTurns(servers, scenario, { rounds, milliseconds }) {
  const samples = new Map(servers.map((server) => [server, []]));
  for (let round = 0; round < rounds; round++) {
    // Forth in even rounds, back in odd ones: a machine that slows down hurts everybody alike.
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
      samples.get(server).push(await sample(server, scenario, { milliseconds }));
    }
  }
  const rows = new Map();
  for (const [{ title }, found] of samples) {
    const of = (name) => median(found.map((one) => one[name]));
    const errors = found.reduce((sum, one) => sum + one.errors, 0);
    if (errors > 0) throw new Error(`${title}: ${errors} wrong answers to "${scenario.title}"`);
    rows.set(title, [...(rows.get(title) ?? []), { cost: of('cost'), perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') }]);
  }
  return rows;
}

/** One round: CPU microseconds per request, requests per second, latencies in milliseconds. */
export async function sample(server, scenario, options) {
  const before = server.cpu();
  const { requests, seconds, p50, p99, errors } = await applyLoad(server.port, scenario, options);
  return { cost: (server.cpu() - before) / 1000 / requests, perSecond: requests / seconds, p50, p99, errors };
}

export function costTable(rows, baseline) {
  const costs = (title) => rows.get(title).map(({ cost }) => cost);
  const head = ['', 'CPU µs per request', `÷ ${baseline} [95 %]`, 'that is', 'requests/s', 'p50 ms', 'p99 ms', 'processes'];
  return markdownTable(
    head,
    [...rows].map(([title, processes]) => {
      const ratio = ratioWithInterval(costs(title), costs(baseline));
      const of = (name) => mean(processes.map((one) => one[name]));
      return [
        title,
        of('cost').toFixed(1),
        title === baseline ? '1.00' : interval(ratio),
        title === baseline ? '' : verdict(ratio),
        thousands(of('perSecond')),
        of('p50').toFixed(2),
        of('p99').toFixed(2),
        String(processes.length),
      ];
    }),
  );
}

export const mainScenarios = [get, post, text];
export const furtherScenarios = [notFound, invalid];

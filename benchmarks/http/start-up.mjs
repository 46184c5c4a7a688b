// Process start to the first answer, and the memory after that answer.
import { performance } from 'node:perf_hooks';

import { get } from './scenarios.mjs';
import { startServer } from './start-server.mjs';
import { mean, ratioWithInterval } from './statistics.mjs';
import { interval, markdownTable, megabytes } from './table.mjs';

export async function startUp(contestants, baseline, node, starts) {
  const found = new Map(contestants.map(({ title }) => [title, []]));
  for (let round = 0; round < starts; round++) {
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const began = performance.now();
      const server = await startServer(contestant, node);
      await fetch(server.url + get.path).then((answer) => answer.arrayBuffer());
      found.get(contestant.title).push({ milliseconds: performance.now() - began, cpu: server.cpu() / 1e6, rss: server.rss() });
      await server.stop();
    }
  }
  const of = (title, name) => found.get(title).map((one) => one[name]);
  const against = (title, name) => (title === baseline ? '1.00' : interval(ratioWithInterval(of(title, name), of(baseline, name))));
  return markdownTable(
    ['', 'first answer ms', `÷ ${baseline} [95 %]`, 'CPU ms', 'memory', `÷ ${baseline} [95 %]`],
    contestants.map(({ title }) => [
      title,
      mean(of(title, 'milliseconds')).toFixed(0),
      against(title, 'milliseconds'),
      mean(of(title, 'cpu')).toFixed(0),
      megabytes(mean(of(title, 'rss'))),
      against(title, 'rss'),
    ]),
  );
}

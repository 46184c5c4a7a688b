import { fastify, keelson, raw } from './contestants.mjs';
// How cost grows with routes, body size and connections: Keelson beside Fastify, CPU time per request.
import { sample } from './cost.mjs';
import { get, postOfSize } from './scenarios.mjs';
import { startServer } from './start-server.mjs';
import { median } from './statistics.mjs';
import { markdownTable, thousands, times } from './table.mjs';

export async function routes(node, plan) {
  const rows = [];
  for (const contestant of [keelson[0], fastify]) {
    const found = await compare(
      [10, 1_000, 10_000].map((count) => ({ ...contestant, title: String(count), env: { ...contestant.env, ROUTES: String(count) } })),
      node,
      () => get,
      plan,
    );
    rows.push(
      ...[...found].map(([count, cost]) => [contestant.title, thousands(Number(count)), cost.toFixed(1), times(cost / found.get('10'))]),
    );
  }
  return `## How cost grows: routes\n\n${markdownTable(['', 'routes', 'CPU µs', 'of 10 routes'], rows)}`;
}

export async function bodies(node, plan) {
  const contestants = [keelson[0], fastify, raw];
  const rows = [];
  for (const bytes of [1_000, 10_000, 100_000, 1_000_000]) {
    const scenario = postOfSize(bytes);
    const found = await compare(contestants, node, () => scenario, { ...plan, connections: 20 });
    const [ours, theirs, floor] = contestants.map(({ title }) => found.get(title));
    rows.push([thousands(scenario.body.length), ours.toFixed(1), theirs.toFixed(1), floor.toFixed(1), times(ours / theirs)]);
  }
  const head = ['bytes', `${keelson[0].title} CPU µs`, `${fastify.title} CPU µs`, 'node:http CPU µs', 'of Fastify'];
  return `## How cost grows: bodies (a person with a long unknown property)\n\n${markdownTable(head, rows)}`;
}

export async function connections(node, plan) {
  const rows = [];
  for (const count of [1, 10, 100, 1_000, 5_000]) {
    const found = await compare([keelson[0], fastify], node, () => get, { ...plan, connections: count });
    const [ours, theirs] = [found.get(keelson[0].title), found.get(fastify.title)];
    rows.push([thousands(count), ours.toFixed(1), theirs.toFixed(1), times(ours / theirs)]);
  }
  const head = ['connections', `${keelson[0].title} CPU µs`, `${fastify.title} CPU µs`, 'of Fastify'];
  return `## How cost grows: keep-alive connections\n\n${markdownTable(head, rows)}`;
}

/** Title → CPU microseconds per request; one process each, so only large differences mean something. */
async function compare(contestants, node, scenarioOf, { rounds, milliseconds, connections: count = 50 }) {
  const running = [];
  try {
    for (const contestant of contestants) running.push(await startServer(contestant, node));
    const samples = new Map(running.map(({ title }) => [title, []]));
    const options = { milliseconds, connections: count };
    for (const server of running) await sample(server, scenarioOf(server), { ...options, milliseconds: milliseconds * 3 });
    for (let round = 0; round < rounds; round++) {
      for (const server of round % 2 === 0 ? running : running.toReversed()) {
        samples.get(server.title).push((await sample(server, scenarioOf(server), options)).cost);
      }
    }
    return new Map([...samples].map(([title, costs]) => [title, median(costs)]));
  } finally {
    for (const server of running) await server.stop();
  }
}

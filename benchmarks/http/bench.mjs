// npm run bench: Keelson and its peers side by side, in one run. Prints Markdown and writes it to docs/performance.md.
// npm run bench -- --only throughput --rounds 5 --seconds 2   (sections: throughput, start-up, luxuries, routes, bodies, connections)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { measure, pinned, tool } from './load.mjs';
import { servers, start } from './servers.mjs';
import { markdownTable, median, megabytes, percent, spread, thousands, times } from './table.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const page = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

const person = JSON.stringify({
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  age: 36,
  tags: ['mathematics', 'engines'],
  address: { street: '12 St James Square', city: 'London', zip: 'SW1Y' },
});
const invalidPerson = JSON.stringify({ name: '', email: 'ada', age: 200, tags: [], address: { street: '', city: '', zip: '1' } });

const scenarios = [
  { title: 'GET, two typed parameters → JSON', path: '/people/7?limit=10', status: 200 },
  { title: 'POST of a nested person, validated, echoed', path: '/people', method: 'POST', body: person, status: 200 },
  { title: 'GET of a text', path: '/text', status: 200 },
  { title: 'a path that does not exist (404)', path: '/nowhere/at/all', status: 404 },
  { title: 'POST of an invalid person (422; hand checks: 422)', path: '/people', method: 'POST', body: invalidPerson, status: 422 },
];

const sections = { throughput, 'start-up': startUp, luxuries, routes, bodies, connections };
const chosen = options.only === undefined ? Object.keys(sections) : options.only.split(',');
const report = [];
for (const name of chosen) {
  if (sections[name] === undefined) throw new Error(`no section "${name}"; choose from ${Object.keys(sections).join(', ')}`);
  const began = performance.now();
  const text = await sections[name]();
  process.stderr.write(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
  process.stdout.write(`${text}\n\n`);
  report.push(text);
}
if (options.write && options.only === undefined) writeReport(report.join('\n\n'));

async function throughput() {
  const running = [];
  const startRss = new Map();
  for (const name of Object.keys(servers)) {
    const server = await start(name);
    running.push(server);
    await expectAnswers(server);
    startRss.set(name, server.rss());
  }
  const blocks = ['## Throughput and latency'];
  try {
    for (const [index, scenario] of scenarios.entries()) {
      const results = new Map(running.map(({ name }) => [name, []]));
      for (const server of running) await measure(server.url + scenario.path, { ...scenario, seconds: index === 0 ? 2 : 1 }); // warm
      // The first two are what the targets are about.
      for (let round = 0; round < (index < 2 ? rounds : Math.min(rounds, 2)); round++) {
        for (const server of alternating(running, round)) {
          const before = server.cpu();
          const found = await measure(server.url + scenario.path, { ...scenario, seconds });
          results.get(server.name).push({ ...found, cpu: ((server.cpu() - before) * 1e6) / found.requests });
        }
      }
      blocks.push(`### ${scenario.title}`, throughputTable(results));
    }
    blocks.push('## Memory', memoryTable(running, startRss));
  } finally {
    for (const server of running) await server.stop();
  }
  return blocks.join('\n\n');
}

function throughputTable(results) {
  const perSecond = (name) => median(results.get(name).map((one) => one.perSecond));
  return markdownTable(
    ['', 'requests/s', 'spread', 'of Fastify', 'of node:http', 'CPU µs', 'p50 ms', 'p99 ms'],
    [...results].map(([name, rows]) => [
      `${name} ${servers[name].version}`,
      thousands(perSecond(name)),
      percent(spread(rows.map((one) => one.perSecond))),
      times(perSecond(name) / perSecond('fastify')),
      times(perSecond(name) / perSecond('node:http')),
      median(rows.map((one) => one.cpu)).toFixed(1),
      median(rows.map((one) => one.p50)).toFixed(2),
      median(rows.map((one) => one.p99)).toFixed(2),
    ]),
  );
}

function memoryTable(running, startRss) {
  const fastify = startRss.get('fastify');
  return markdownTable(
    ['', 'after start', 'of Fastify', 'after the load'],
    running.map((server) => [
      server.name,
      megabytes(startRss.get(server.name)),
      times(startRss.get(server.name) / fastify),
      megabytes(server.rss()),
    ]),
  );
}

async function startUp() {
  const results = new Map(Object.keys(servers).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of alternating(Object.keys(servers), round)) {
      const began = performance.now();
      const server = await start(name);
      await fetch(`${server.url}/people/7?limit=10`).then((answer) => answer.arrayBuffer());
      results.get(name).push(performance.now() - began);
      await server.stop();
    }
  }
  const fastify = median(results.get('fastify'));
  return `## Start-up: process start to the first answer\n\n${markdownTable(
    ['', 'ms', 'spread', 'of Fastify'],
    [...results].map(([name, rows]) => [name, median(rows).toFixed(0), percent(spread(rows)), times(median(rows) / fastify)]),
  )}`;
}

async function luxuries() {
  const variants = {
    'none of them': {},
    'request log to a file': { REQUEST_LOG: 'on' },
    'metrics of all requests': { METRICS: 'on' },
    '@Timed': { TIMED: 'on' },
    'gzip (the client does not ask for it)': { GZIP: 'on' },
    'request ID': { REQUEST_ID: 'on' },
    'all of them (the default of a service)': { REQUEST_LOG: 'on', METRICS: 'on', TIMED: 'on', GZIP: 'on', REQUEST_ID: 'on' },
  };
  const logFolder = mkdtempSync(join(tmpdir(), 'keelson-bench-'));
  const results = await compare(
    Object.entries(variants).map(([title, env], index) => ({
      title,
      start: () => start('keelson', { ...env, REQUEST_LOG_FILE: join(logFolder, `${index}.log`) }),
    })),
    (server) => measure(`${server.url}/people/7?limit=10`, { seconds }),
  ).finally(() => rmSync(logFolder, { recursive: true, force: true }));
  const bare = median(results.get('none of them'));
  return `## What each luxury costs\n\n${markdownTable(
    ['', 'requests/s', 'spread', 'of none', 'µs a request'],
    [...results].map(([title, rows]) => [
      title,
      thousands(median(rows)),
      percent(spread(rows)),
      times(median(rows) / bare),
      (1e6 / median(rows) - 1e6 / bare).toFixed(2),
    ]),
  )}`;
}

async function routes() {
  const blocks = [];
  for (const [name, counts] of [
    ['keelson', [10, 100, 1_000, 10_000]],
    ['fastify', [10, 10_000]],
  ]) {
    const results = await compare(
      counts.map((count) => ({ title: String(count), start: () => start(name, { ROUTES: String(count) }) })),
      (server) => measure(`${server.url}/people/7?limit=10`, { seconds }),
    );
    const few = median(results.get('10'));
    blocks.push(
      ...counts.map((count) => [
        name,
        thousands(count),
        thousands(median(results.get(String(count)))),
        times(median(results.get(String(count))) / few),
      ]),
    );
  }
  return `## How cost grows: routes\n\n${markdownTable(['', 'routes', 'requests/s', 'of 10 routes'], blocks)}`;
}

async function bodies() {
  const sizes = [1_000, 10_000, 100_000, 1_000_000];
  const rows = [];
  for (const size of sizes) {
    const street = 'x'.repeat(150);
    const filler = Array.from(
      { length: Math.max(1, Math.floor((size - 250) / 105)) },
      (_, i) => `tag-${String(i).padStart(6, '0')}-${'y'.repeat(90)}`,
    );
    const body = JSON.stringify({
      name: 'Ada',
      email: 'ada@example.org',
      age: 36,
      tags: ['a'],
      address: { street, city: 'c', zip: '1' },
      filler,
    });
    const results = await compare(
      ['keelson', 'fastify', 'node:http'].map((name) => ({ title: name, start: () => start(name) })),
      (server) => measure(`${server.url}/people`, { method: 'POST', body, seconds, connections: 20 }),
    );
    rows.push([
      `${thousands(body.length)} bytes`,
      ...['keelson', 'fastify', 'node:http'].map((name) => thousands(median(results.get(name)))),
      times(median(results.get('keelson')) / median(results.get('fastify'))),
    ]);
  }
  return `## How cost grows: bodies (POST of a person with a long unknown property)\n\n${markdownTable(['', 'keelson/s', 'fastify/s', 'node:http/s', 'of Fastify'], rows)}`;
}

async function connections() {
  const counts = [1, 10, 100, 1_000, 10_000];
  const running = [await start('keelson'), await start('fastify')];
  const rows = [];
  try {
    for (const count of counts) {
      const found = new Map(running.map(({ name }) => [name, []]));
      for (let round = 0; round < Math.min(rounds, 2); round++) {
        for (const server of alternating(running, round)) {
          const one = await measure(`${server.url}/people/7?limit=10`, { seconds, connections: count });
          found.get(server.name).push(one);
        }
      }
      const of = (name, what) => median(found.get(name).map((one) => one[what]));
      rows.push([
        thousands(count),
        thousands(of('keelson', 'perSecond')),
        thousands(of('fastify', 'perSecond')),
        times(of('keelson', 'perSecond') / of('fastify', 'perSecond')),
        of('keelson', 'p99').toFixed(1),
        of('fastify', 'p99').toFixed(1),
        String(of('keelson', 'errors')),
      ]);
    }
  } finally {
    for (const server of running) await server.stop();
  }
  return `## How cost grows: keep-alive connections\n\n${markdownTable(['connections', 'keelson/s', 'fastify/s', 'of Fastify', 'keelson p99 ms', 'fastify p99 ms', 'errors (keelson)'], rows)}`;
}

/** Starts all, measures them in alternating order, stops them; title → requests per second of each round. */
async function compare(contestants, measureOne) {
  const results = new Map(contestants.map(({ title }) => [title, []]));
  const running = [];
  try {
    for (const { title, start: begin } of contestants) running.push([title, await begin()]);
    for (const [, server] of running) await measureOne(server); // warm
    for (let round = 0; round < Math.min(rounds, 2); round++) {
      for (const [title, server] of alternating(running, round)) results.get(title).push((await measureOne(server)).perSecond);
    }
  } finally {
    for (const [, server] of running) await server.stop();
  }
  return results;
}

/** Forth in even rounds, back in odd ones: a machine that slows down hurts everyone alike. */
function alternating(list, round) {
  return round % 2 === 0 ? list : [...list].reverse();
}

/** Nobody is measured who does not do the work. */
async function expectAnswers({ name, url }) {
  for (const { path, method = 'GET', body, status, title } of scenarios) {
    const answer = await fetch(url + path, { method, body, headers: body === undefined ? {} : { 'content-type': 'application/json' } });
    await answer.arrayBuffer();
    if (answer.status !== status) throw new Error(`${name}: "${title}" was answered ${answer.status}, not ${status}`);
  }
}

function writeReport(text) {
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  const facts = [
    `Command: \`npm run bench\`, at ${commit || 'an unknown commit'}.`,
    `Machine: ${cpus().length} × ${cpus()[0].model || process.arch}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${process.platform} ${process.arch}, Node ${process.version}.`,
    `Load: ${tool}, 50 keep-alive connections unless said; server and load ${pinned ? 'pinned to different cores' : 'on the same cores'}; up to ${rounds} alternating rounds of ${seconds} s each after a warm-up, median and half the range shown.`,
    'Request log off on all sides; Keelson also without gzip, request ID and request metrics, as the peers are. Only ratios within one run mean anything.',
  ].join('\n');
  const begin = '<!-- begin: npm run bench -->';
  const end = '<!-- end: npm run bench -->';
  const block = `${begin}\n\n${facts}\n\n${text}\n\n${end}`;
  const before = existsSync(page) ? readFileSync(page, 'utf8') : `# Performance\n\n${begin}${end}\n`;
  const from = before.indexOf(begin);
  const to = before.indexOf(end);
  writeFileSync(page, from < 0 || to < 0 ? `${before}\n${block}\n` : before.slice(0, from) + block + before.slice(to + end.length));
  process.stderr.write('written to docs/performance.md\n');
}

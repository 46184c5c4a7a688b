// npm run bench: Keelson and its peers side by side, in one run. Prints Markdown and writes it into docs/performance.md.
// npm run bench -- --only cost --processes 6 --rounds 10   (sections: cost, start-up, luxuries, growth, dropwizard)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { fastify, keelson, nodes, others, raw } from './contestants.mjs';
import { costTable, furtherScenarios, mainScenarios, measureCosts } from './cost.mjs';
import { dropwizard } from './dropwizard.mjs';
import { bodies, connections, routes } from './growth.mjs';
import { pinned, stopLoad } from './load.mjs';
import { get } from './scenarios.mjs';
import { startUp } from './start-up.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    processes: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    milliseconds: { type: 'string', default: '200' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const plan = { processes: Number(options.processes), rounds: Number(options.rounds), milliseconds: Number(options.milliseconds) };
const quick = { ...plan, rounds: Math.min(plan.rounds, 3) };
const logFolder = mkdtempSync(join(tmpdir(), 'keelson-bench-'));
process.env['REQUEST_LOG_FOLDER'] = logFolder;
process.on('exit', () => rmSync(logFolder, { recursive: true, force: true }));

const sections = { cost, 'start-up': startUps, luxuries, growth, dropwizard: () => dropwizard(plan) };
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
stopLoad();
if (options.write && options.only === undefined) writeReport(report.join('\n\n'));

async function cost() {
  const blocks = ['## CPU time per request'];
  for (const [index, node] of nodes.entries()) {
    const contestants = [fastify, raw, ...keelson, ...(index === 0 ? others : [])];
    for (const { scenario, rows } of await measureCosts(contestants, node, { ...plan, scenarios: mainScenarios })) {
      blocks.push(`### ${node.name}: ${scenario.title}`, costTable(rows, fastify.title));
    }
  }
  const further = await measureCosts([fastify, raw, keelson[0]], nodes[0], { ...quick, processes: 2, scenarios: furtherScenarios });
  for (const { scenario, rows } of further) blocks.push(`### ${nodes[0].name}: ${scenario.title}`, costTable(rows, fastify.title));
  return blocks.join('\n\n');
}

async function startUps() {
  const blocks = ['## Start-up and memory'];
  for (const node of nodes) {
    const contestants = [fastify, raw, keelson[0], keelson[1], ...(node === nodes[0] ? others : [])];
    blocks.push(`### ${node.name}`, await startUp(contestants, fastify.title, node, plan.processes));
  }
  return blocks.join('\n\n');
}

async function luxuries() {
  const bare = { ...keelson[0], title: 'none of them' };
  const variants = [
    bare,
    ...Object.entries({
      'request log to a file': { REQUEST_LOG: 'on' },
      'metrics of all requests': { METRICS: 'on' },
      '@Timed': { TIMED: 'on' },
      'gzip (the client does not ask for it)': { GZIP: 'on' },
      'request ID': { REQUEST_ID: 'on' },
      'security headers': { SECURITY_HEADERS: 'on' },
    }).map(([title, env]) => ({ ...bare, title, env: { ...bare.env, ...env } })),
    { ...keelson[1], title: 'all of them (the default of a service)' },
  ];
  const blocks = ['## What each default costs'];
  const [{ rows }] = await measureCosts(variants, nodes[0], { ...plan, processes: Math.min(plan.processes, 3), scenarios: [get] });
  blocks.push(`### ${nodes[0].name}`, costTable(rows, bare.title));
  return blocks.join('\n\n');
}

async function growth() {
  const [node] = nodes;
  return [await routes(node, quick), await bodies(node, quick), await connections(node, quick)].join('\n\n');
}

function writeReport(text) {
  const page = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  const facts = [
    `Command: \`npm run bench\`, at ${commit || 'an unknown commit'}.`,
    `Machine: ${cpus().length} × ${cpus()[0].model || process.arch}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${process.platform} ${process.arch}.`,
    `Load: 50 keep-alive connections unless said, servers and load ${pinned ? 'pinned to different cores' : 'on the same cores'}.`,
    `${plan.processes} processes of each program unless the table says otherwise; ${plan.rounds} rounds of ${plan.milliseconds} ms in which all of them take turns.`,
  ].join('\n');
  const begin = '<!-- begin: npm run bench -->';
  const end = '<!-- end: npm run bench -->';
  const before = readFileSync(page, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`${page} has no lines "${begin}" and "${end}" to write between`);
  writeFileSync(page, `${before.slice(0, from)}${begin}\n\n${facts}\n\n${text}\n\n${before.slice(to)}`);
  process.stderr.write('written to docs/performance.md\n');
}

// npm run bench:logging: our logger beside pino, winston and log4js. Every measurement is a process of its own; the rounds of all subjects
// alternate, so that a busy moment of the machine meets all of them, and medians are compared.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

import { installPeers } from '../install-peers.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const rounds = Number(process.env.ROUNDS ?? 5);
const lines = Number(process.env.LINES ?? 100_000);
const names = ['keelson', 'keelson, json', 'pino', 'pino, buffered', 'winston', 'log4js'];
// A tenth of the speed, so a fifth of the lines.
const slow = new Set(['winston', 'log4js']);
const ways = ['burst text', 'burst arguments', 'turns text', 'turns arguments'];

installPeers(here);

const folder = mkdtempSync(join(tmpdir(), 'keelson-bench-'));
try {
  print(heading());
  for (const way of ways) print(table(way));
  print(disabledTable());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function print(lines) {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function heading() {
  const versions = ['pino', 'winston', 'log4js'].map((name) => {
    return `${name} ${JSON.parse(readFileSync(join(here, 'node_modules', name, 'package.json'), 'utf8')).version}`;
  });
  return [
    `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}; ${versions.join(', ')}.`,
    `${lines} lines (${[...slow].join(' and ')}: ${lines / 5}) to a file in ${tmpdir()}, median of ${rounds} rounds.`,
  ];
}

function table(way) {
  const rows = measureAll(way, names);
  const base = rows.get('pino').linesPerSecond;
  const out = ['', `**${way}**`, '', '| logger | lines/s | to pino | 99 % of turns below |', '|---|---:|---:|---:|'];
  for (const [name, { linesPerSecond, longTurn }] of rows) {
    const turn = longTurn === undefined ? '–' : `${longTurn.toFixed(2)} ms`;
    out.push(`| ${name} | ${Math.round(linesPerSecond).toLocaleString('en')} | ${(linesPerSecond / base).toFixed(2)} | ${turn} |`);
  }
  return out;
}

function disabledTable() {
  const rows = measureAll('disabled', ['keelson', 'pino', 'winston', 'log4js']);
  const out = ['', '**a DEBUG call that is not enabled**', '', '| logger | ns a call | above an empty call |', '|---|---:|---:|'];
  for (const [name, { empty, disabled }] of rows) out.push(`| ${name} | ${disabled.toFixed(1)} | ${(disabled - empty).toFixed(1)} |`);
  return out;
}

/** The median of every figure, by subject. */
function measureAll(way, subjects) {
  const results = new Map(subjects.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of subjects) results.get(name).push(measure(name, way));
    process.stderr.write(`${way}: round ${round + 1} of ${rounds}\n`);
  }
  return new Map(
    [...results].map(([name, all]) => [
      name,
      Object.fromEntries(Object.keys(all[0]).map((key) => [key, median(all.map((one) => one[key]))])),
    ]),
  );
}

function measure(name, way) {
  const file = join(folder, 'bench.log');
  rmSync(file, { force: true });
  return JSON.parse(
    execFileSync(process.execPath, [join(here, 'measure.mjs'), name, way, file, String(slow.has(name) ? lines / 5 : lines)], {
      encoding: 'utf8',
    }),
  );
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

// npm run bench:data: validation and JSON of Keelson and its peers side by side, in one run. Prints Markdown.
// npm run bench:data -- --only validation --rounds 9 --milliseconds 200     (parts: validation, reading, writing)
// npm run bench:data -- --write writes the tables to docs/performance-data.md.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { build, install } from '../../scripts/build.mjs';
import { markdownTable, median, percent, spread, thousands, times } from '../http/table.mjs';
import { installPeers } from '../install-peers.mjs';
import { inputs } from './people.mjs';
import { race } from './rounds.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    milliseconds: { type: 'string', default: '150' },
    write: { type: 'boolean', default: false },
  },
});
const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const page = fileURLToPath(new URL('../../docs/performance-data.md', import.meta.url));
const settings = { rounds: Number(options.rounds), milliseconds: Number(options.milliseconds) };

install();
if (build().status !== 0) process.exit(1);
installContestants();
const contestants = await compilePeers();

const parts = {
  validation: { title: 'Validation alone', unit: 'people/s', runsOf: validationRuns },
  reading: { title: 'Text → valid value', unit: 'people/s', runsOf: readingRuns },
  writing: { title: 'Value → text', unit: 'people/s', runsOf: writingRuns },
};
const chosen = options.only === undefined ? Object.keys(parts) : options.only.split(',');
const report = [];
for (const name of chosen) {
  if (parts[name] === undefined) throw new Error(`no part "${name}"; choose from ${Object.keys(parts).join(', ')}`);
  const section = sectionOf(parts[name]);
  if (section === undefined) continue;
  console.log(`${section}\n`);
  report.push(section);
}
if (options.write) writeReport(report.join('\n\n'));

/** One table: a row per contestant, a column per sort of input, each with its ratio to Keelson. */
function sectionOf({ title, unit, runsOf }) {
  const columns = inputs.map((input) => ({ input, runs: runsOf(input) })).filter(({ runs }) => runs.size > 1);
  if (columns.length === 0) return undefined;
  const results = columns.map(({ input, runs }) => ({ input, rates: race(runs, settings) }));
  const names = [...results[0].rates.keys()];
  const rows = names.map((name) => [
    name,
    ...results.flatMap(({ rates }) => {
      const own = rates.get(name);
      if (own === undefined) return ['–', '–'];
      return [`${thousands(median(own))} ${percent(spread(own))}`, times(median(rates.get('Keelson')) / median(own))];
    }),
  ]);
  return `### ${title}\n\n${markdownTable(['', ...results.flatMap(({ input }) => [`${input.title}, ${unit}`, 'Keelson is'])], rows)}`;
}

function validationRuns({ people, faults }) {
  return runs('validation', ({ prepare, faults: found }, name) => {
    const values = people.map((person) => prepare(structuredClone(person)));
    for (const value of values) agree(name, found(value), faults);
    return { operations: values.length, run: loop(values, found) };
  });
}

function readingRuns({ people, faults }) {
  const texts = people.map((person) => JSON.stringify(person));
  return runs('reading', ({ faults: found }, name) => {
    for (const text of texts) agree(name, found(text), faults);
    return { operations: texts.length, run: loop(texts, found) };
  });
}

function writingRuns({ people, faults }) {
  if (faults > 0) return new Map();
  return runs('writing', ({ prepare, text }, name) => {
    const values = people.map((person) => prepare(structuredClone(person)));
    for (const [index, value] of values.entries()) agree(name, text(value), JSON.stringify(people[index]));
    // Not the length in characters: that is known before V8 has put the pieces of a text together, which whoever sends it must pay for.
    return { operations: values.length, run: loop(values, (value) => Buffer.byteLength(text(value))) };
  });
}

function runs(part, runOf) {
  return new Map(contestants.filter((one) => one[part] !== undefined).map((one) => [one.name, runOf(one[part], one.name)]));
}

/** The numbers mean something only where all do the same work. */
function agree(name, found, expected) {
  if (found !== expected) throw new Error(`${name} says ${found}, and not ${expected}`);
}

/** A loop of its own for each contestant: one loop for all would be slowed by the others' calls in it. */
function loop(values, numberOf) {
  // oxlint-disable-next-line typescript/no-implied-eval
  return new Function(
    'values',
    'numberOf',
    'return () => { let sum = 0; for (const value of values) sum += numberOf(value); return sum; };',
  )(values, numberOf);
}

/** The peers, and Keelson beside them as an installed package. */
function installContestants() {
  installPeers(here);
  if (!existsSync(`${here}node_modules/keelson`)) symlinkSync('../../..', `${here}node_modules/keelson`, 'dir');
}

async function compilePeers() {
  run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', here]);
  const [{ keelson }, { ajvCompiled }, { classValidator }, { zod }, { builtIn }] = await Promise.all(
    ['keelson', 'ajv', 'class-validator', 'zod', 'built-in'].map((name) => import(`./dist/peers/${name}.js`)),
  );
  return [keelson, ajvCompiled, classValidator, zod, builtIn];
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: here, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function writeReport(tables) {
  const [begin, end] = ['<!-- tables -->', '<!-- end of tables -->'];
  const text = readFileSync(page, 'utf8');
  const [before] = text.split(begin);
  const [, after = '\n'] = text.split(end);
  const { dependencies } = JSON.parse(readFileSync(`${here}package.json`, 'utf8'));
  const versions = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
  const machine = `Node ${process.version}, ${process.arch}, ${cpus().length} cores`;
  const facts = `Measured with \`npm run bench:data\` on ${machine}; ${versions.join(', ')}.`;
  writeFileSync(page, `${before}${begin}\n\n${facts}\n\n${tables}\n\n${end}${after}`);
}

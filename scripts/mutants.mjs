// npm run mutants [-- folder…]: breaks the source in known ways, one at a time, and reports the breaks that no test notices. Not part of npm test.
//
// The lists are in scripts/mutants, one file for each folder of src. It works in a copy of the project, so the working tree stays as it is.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * One way to break the source.
 *
 * @typedef {object} Mutant
 * @property {string} breaks the promise that it breaks, in words
 * @property {string} file the file, below src
 * @property {string} text what to replace; it must be in the file exactly once
 * @property {string} replacement what to put in its place; it must compile
 * @property {string[]} tests words that choose the test files, as in `npm run test:only`
 */

/** How a mutant fared: `killed` is what it should be; `stale` text is no longer in the file, or more than once. */
/** @typedef {'killed' | 'survived' | 'stale' | 'does not compile'} Fate */

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));

async function main(folders) {
  const mutants = await mutantsOf(folders);
  if (build().status !== 0) process.exit(1);
  const copy = copyOf(root);
  const fates = new Map();
  try {
    for (const mutant of mutants) {
      const fate = fateOf(mutant, copy, { compile, runTests });
      fates.set(fate, (fates.get(fate) ?? 0) + 1);
      console.log(`${fate === 'killed' ? '✔' : '✖'} ${fate.padEnd(8)}  ${mutant.file}: ${mutant.breaks}`);
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
  console.log([...fates].map(([fate, count]) => `${count} ${fate}`).join(', '));
  process.exitCode = fates.get('killed') === mutants.length ? 0 : 1;
}

/** Breaks the source in one way, says what became of it, and puts the file back. */
export function fateOf(mutant, project, tools) {
  const path = join(project, 'src', mutant.file);
  const source = readFileSync(path, 'utf8');
  if (source.split(mutant.text).length !== 2) return 'stale';
  // A function, since "$&" in the replacement of a text has a meaning.
  writeFileSync(
    path,
    source.replace(mutant.text, () => mutant.replacement),
  );
  try {
    if (!tools.compile(project)) return 'does not compile';
    return tools.runTests(project, mutant.tests) ? 'survived' : 'killed';
  } finally {
    writeFileSync(path, source);
  }
}

async function mutantsOf(folders) {
  const home = new URL('mutants/', import.meta.url);
  const known = readdirSync(home).map((file) => basename(file, '.mjs'));
  const unknown = folders.filter((folder) => !known.includes(folder));
  if (unknown.length > 0) throw new Error(`no list of mutants for ${unknown.join(', ')}; there are ${known.join(', ')}`);
  const lists = (folders.length === 0 ? known : folders).map(async (folder) => {
    const { mutants } = await import(new URL(`${folder}.mjs`, home).href);
    return mutants;
  });
  return (await Promise.all(lists)).flat();
}

function copyOf(project) {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  const leftOut = new Set(['node_modules', '.git', '.cache', 'coverage']);
  // Time stamps are kept, so that the compiler sees what is up to date.
  cpSync(project, copy, { recursive: true, preserveTimestamps: true, filter: (path) => !leftOut.has(relative(project, path)) });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function compile(project) {
  return run(project, [join(project, 'node_modules/typescript/bin/tsc'), '-b', 'src']);
}

function runTests(project, words) {
  return run(project, ['--enable-source-maps', 'scripts/run-tests.mjs', ...words]);
}

// A break may also make a test wait for ever; being ended counts as being noticed.
function run(cwd, args) {
  return spawnSync(process.execPath, args, { cwd, stdio: 'ignore', timeout: 120_000, killSignal: 'SIGKILL' }).status === 0;
}

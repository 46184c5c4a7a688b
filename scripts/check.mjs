// npm test: installs and builds what is missing, then runs every check, the quick and telling ones first. A green step is one line, a red one
// shows all it had to say. At a terminal the first red stage ends the run; in CI (or with --all) every step gets its say.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

import { install } from './build.mjs';
import { closingLines, summedUp, testVerdict } from './test-verdict.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const goOn = Boolean(process.env.CI) || process.argv.includes('--all');
const node = (...args) => [process.execPath, ...args];
const bin = (path, ...args) => node(`node_modules/${path}`, ...args);

// Tests mostly wait: for processes to start, for watchdogs to notice. Those that start whole services stay together, since some of them want
// the same ports.
const examples = ['commands/', 'examples/', 'packaging/', 'scripts/', 'service/'];
const waiting = ['health/', 'logging/', 'server/'];
// What runs as generated code by default is tested again without.
const generated = ['json/', 'validation/'];

// The steps of a stage run at the same time.
const stages = [
  [{ name: 'build', command: node('scripts/build.mjs') }],
  [
    { name: 'import law', command: node('scripts/check-layers.mjs') },
    { name: 'format', command: bin('oxfmt/bin/oxfmt', '--check', '.'), advice: 'run "npm run format"' },
    { name: 'lint', command: bin('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '.') },
  ],
  [
    { name: 'type tests', command: node('scripts/check-types.mjs') },
    { name: 'oldest TypeScript', command: node('scripts/check-oldest-typescript.mjs'), notice: true },
    { name: 'documentation', command: node('scripts/check-docs.mjs') },
    { name: 'public API', command: node('scripts/api-report.mjs'), notice: true },
  ],
  [
    { name: 'package', command: node('scripts/check-package.mjs'), notice: true },
    tests('examples', ...examples),
    tests('waiting', ...waiting),
    tests('all others', 'not', ...examples, ...waiting),
    { ...tests('no generated code', ...generated), env: { KEELSON_JITLESS: '1' } },
  ],
];

const started = Date.now();
install();
let red = [];
const closing = [];
for (const stage of stages) {
  const outcomes = await Promise.all(stage.map(runStep));
  red = [...red, ...outcomes.filter(({ passed }) => !passed).map(({ name }) => name)];
  if (red.length > 0 && (!goOn || stage === stages[0])) break;
}
process.stdout.write(summedUp(closing));
console.log(red.length === 0 ? `all green in ${seconds(started)}` : `red: ${red.join(', ')} (after ${seconds(started)})`);
process.exitCode = red.length === 0 ? 0 : 1;

function tests(title, ...words) {
  const command = node('--enable-source-maps', '--test-reporter=spec', 'scripts/run-tests.mjs', ...words);
  return { name: `tests: ${title}`, command, verdict: testVerdict, isTestRun: true };
}

async function runStep(step) {
  const since = Date.now();
  const { code, output } = await run(step.command, step.env);
  const problem = step.verdict?.(code, output) ?? (code === 0 ? undefined : `ended with ${code}`);
  const passed = problem === undefined;
  const notice = passed && step.notice && output !== '' ? `  ${output.trim()}` : '';
  console.log(`${passed ? '✔' : '✖'} ${step.name.padEnd(25)}${seconds(since).padStart(7)}${notice}`);
  if (step.isTestRun) closing.push(closingLines(output));
  if (!passed) {
    const advice = step.advice === undefined ? '' : `; ${step.advice}`;
    console.log(`${said(step, output)}\n✖ ${step.name}: ${problem}${advice}\n`);
  }
  return { name: step.name, passed };
}

// Of a red test run, the tests that passed are not worth their lines.
function said(step, output) {
  return (step.isTestRun ? output.replaceAll(/^ *✔ .*\n/gm, '') : output).trimEnd();
}

function run([command, ...args], env = {}) {
  return new Promise((done, failed) => {
    let output = '';
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env, NO_COLOR: '1' } });
    const silence = setTimeout(() => {
      output += 'nothing was said for three minutes; the step was ended\n';
      child.kill('SIGKILL');
    }, 180_000);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        silence.refresh();
      });
    }
    child.on('error', failed);
    child.on('close', (code, signal) => {
      clearTimeout(silence);
      done({ code: code ?? signal, output: stripVTControlCharacters(output) });
    });
  });
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

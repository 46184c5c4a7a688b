// Compiles the files that must not compile, and compares what the compiler says with the "// error TS2345: part of the message" comments
// in them. A missing error, an unexpected one and a wrong reason all fail.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { checked, findings } = typeFindings(join(root, 'test/types/must-not-compile'));
  for (const finding of findings) console.error(finding);
  console.log(`${checked} compiler errors as expected`);
  if (findings.length > 0) process.exitCode = 1;
}

/** What differs between the expected and the actual errors in a folder with a tsconfig.json, as lines "file.ts:7: …". */
export function typeFindings(folder) {
  const expected = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => expectedErrors(file, readFileSync(join(folder, file), 'utf8')));
  const actual = actualErrors(folder);
  const findings = [];
  for (const wanted of expected) {
    const onLine = actual.filter((error) => error.file === wanted.file && error.line === wanted.line && !error.expected);
    const met = onLine.find((error) => error.code === wanted.code && error.message.includes(wanted.message));
    if (met !== undefined) met.expected = true;
    else {
      const instead = onLine.map((error) => `${error.code}: ${error.message}`).join('\n    ');
      for (const error of onLine) error.expected = true;
      findings.push(
        `${wanted.file}:${wanted.line}: expected ${wanted.code}: ${wanted.message}\n  but ${instead === '' ? 'it compiles' : `the compiler says\n    ${instead}`}`,
      );
    }
  }
  for (const { file, line, code, message, expected: known } of actual) {
    // Where no signature of a decorator fits, the compiler goes on to complain about what the wrong one returns.
    const isEcho = /^TS127[01]$/.test(code) && actual.some((other) => other.file === file && other.line === line && other.expected);
    if (!known && !isEcho) findings.push(`${file}:${line}: unexpected ${code}: ${message}`);
  }
  return { checked: expected.length, findings };
}

// A comment on its own line speaks of the next line of code, one behind code of its own line.
function expectedErrors(file, text) {
  const errors = [];
  let waiting = [];
  for (const [index, line] of text.split('\n').entries()) {
    const comment = /^(?<code>.*?)\/\/ error (?<number>TS\d+): (?<message>.+)$/.exec(line)?.groups;
    const found = comment === undefined ? [] : [{ file, line: index + 1, code: comment.number, message: comment.message.trim() }];
    if (comment !== undefined && comment.code.trim() === '') waiting.push(...found);
    else if (line.trim() !== '' && !line.trim().startsWith('//')) {
      errors.push(...waiting.map((error) => ({ ...error, line: index + 1 })), ...found);
      waiting = [];
    }
  }
  return [...errors, ...waiting];
}

function actualErrors(folder) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
  if (stderr !== '') throw new Error(`the compiler did not run: ${stderr}`);
  const errors = [];
  for (const line of stdout.split('\n')) {
    const start = /^(?<file>.+?)\((?<line>\d+),\d+\): error (?<code>TS\d+): (?<message>.*)$/.exec(line)?.groups;
    if (start !== undefined)
      errors.push({ ...start, file: relative(folder, join(folder, start.file)), line: Number(start.line), expected: false });
    else if (line.startsWith(' ') && errors.length > 0) errors.at(-1).message += ` ${line.trim()}`;
    else if (line !== '') throw new Error(`the compiler did not get as far as the files: ${line}`);
  }
  return errors;
}

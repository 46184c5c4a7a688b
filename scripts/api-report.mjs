// The public surface, written down: api/<door>.d.ts holds every name a door exports with its declaration, so that a review sees each
// change of it. Without arguments the reports are compared with what was built, with --write they are made anew.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const reports = apiReports(root);
  const undocumented = [...new Set(reports.flatMap((report) => report.undocumented))];
  if (process.argv.includes('--write')) writeReports(join(root, 'api'), reports);
  else compareReports(join(root, 'api'), reports, undocumented);
}

function writeReports(folder, reports) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const { door, text } of reports) writeFileSync(join(folder, `${door}.d.ts`), text);
  console.log(`wrote ${reports.length} reports`);
}

function compareReports(folder, reports, undocumented) {
  if (!existsSync(folder)) {
    console.log(`nothing to compare: "npm run api" writes the first reports (${undocumented.length} exports without a doc comment)`);
    return;
  }
  const stale = new Set(readdirSync(folder));
  for (const { door, text } of reports) {
    stale.delete(`${door}.d.ts`);
    const path = join(folder, `${door}.d.ts`);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text)
      fail(`api/${door}.d.ts: the door has changed; run "npm run api" and commit the difference`);
  }
  for (const file of stale) fail(`api/${file}: there is no such door any more; run "npm run api" and commit the difference`);
  for (const name of undocumented) fail(`${name} is exported and has no doc comment; write one sentence above it`);
}

function fail(finding) {
  console.error(finding);
  process.exitCode = 1;
}

/** One report per door of package.json; the front door's only says where its names come from. */
export function apiReports(root) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const types = join(root, 'dist/src');
  return Object.entries(exports)
    .filter(([key]) => key !== './package.json')
    .map(([key, { types: file }]) => {
      const names = exportedNames(join(root, file), types).toSorted((one, other) => (one.name < other.name ? -1 : 1));
      const front = key === '.';
      const lines = names.map((found) =>
        front ? `export { ${found.name} } from '${found.module}';` : `// ${found.place ?? found.module}\n${found.statements.join('\n')}\n`,
      );
      const undocumented = names.filter((found) => !found.documented).map(({ name, module }) => `src/${module}.ts: ${name}`);
      return { door: front ? 'index' : key.slice('./'.length), text: `${lines.join('\n').trimEnd()}\n`, undocumented };
    });
}

/** The names a declaration file exports, each with its declarations, followed through re-exports to where it is declared. */
function exportedNames(file, types) {
  const statements = topLevelStatements(readFileSync(file, 'utf8'));
  return statements
    .flatMap(({ text, documented }) => {
      const again = /^export (?:type )?(?:\{(?<names>[^}]*)\}|\*)(?: from ['"](?<from>[^'"]+)['"])?;?$/s.exec(text)?.groups;
      if (again === undefined) {
        const name = declaredName(text);
        if (name === undefined || !text.startsWith('export ')) return [];
        return [{ name, module: moduleName(file, types), statements: [withoutNoise(text)], documented }];
      }
      const source = again.from === undefined ? file : resolve(dirname(file), again.from.replace(/\.js$/, '.d.ts'));
      if (again.names === undefined) return exportedNames(source, types);
      return again.names
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '')
        .map((entry) => {
          const [, name, alias] = /^(?:type )?(\S+)(?: as (\S+))?$/.exec(entry);
          const found = source === file ? declared(statements, name, moduleName(file, types)) : exportedIn(source, name, types);
          if (found === undefined)
            throw new Error(`${relative(types, file)} exports ${name}, but ${relative(types, source)} does not declare it`);
          return alias === undefined ? found : { ...found, name: alias, place: `${found.module}, as ${alias}` };
        });
    })
    .reduce(joinSameName, []);
}

function exportedIn(file, name, types) {
  return exportedNames(file, types).find((found) => found.name === name);
}

function declared(statements, name, module) {
  const mine = statements.filter(({ text }) => declaredName(text) === name);
  if (mine.length === 0) return undefined;
  return { name, module, statements: mine.map(({ text }) => withoutNoise(text)), documented: mine.some(({ documented }) => documented) };
}

// Overloads, and an interface beside the constant of its name, are one entry.
function joinSameName(entries, entry) {
  const other = entries.find(({ name, module }) => name === entry.name && module === entry.module);
  if (other === undefined) return [...entries, entry];
  other.statements.push(...entry.statements);
  other.documented ||= entry.documented;
  return entries;
}

function declaredName(text) {
  return /^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type|function|const|let|enum|namespace) ([\w$]+)/.exec(text)?.[1];
}

function moduleName(file, types) {
  return relative(types, file)
    .replaceAll('\\', '/')
    .replace(/\.d\.ts$/, '');
}

// Private members are no promise, and doc comments have their own place; neither is part of the report.
function withoutNoise(text) {
  return text
    .replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replaceAll(/^ *(?:private |#private).*;\n/gm, '')
    .replaceAll(/^( +)/gm, (blanks) => ' '.repeat(blanks.length / 2));
}

/** Splits a declaration file at the semicolons and closing braces of its outermost level. */
export function topLevelStatements(text) {
  const statements = [];
  const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|[{}()[\];]/g;
  let depth = 0;
  let start;
  let documented = false;
  let end = 0;
  const finish = (at) => {
    statements.push({ text: text.slice(start, at).trim(), documented });
    start = undefined;
    documented = false;
    end = at;
  };
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    if (start === undefined) {
      const between = /\S/.exec(text.slice(end, match.index));
      if (between !== null) start = end + between.index;
      else if (found.startsWith('/')) {
        documented ||= found.startsWith('/**');
        end = token.lastIndex;
        continue;
      }
    }
    if ('{(['.includes(found)) depth++;
    else if ('})]'.includes(found)) {
      depth--;
      const isBlock =
        found === '}' &&
        depth === 0 &&
        /^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|enum|namespace) /.test(text.slice(start));
      if (isBlock) finish(token.lastIndex);
    } else if (found === ';' && depth === 0) finish(token.lastIndex);
  }
  return statements.filter((statement) => statement.text !== '');
}

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const templates = fileURLToPath(new URL('templates', import.meta.url));

/** Who may call the service. */
export const authKinds = ['none', 'api-key'];

/** A mistake on the command line; its message is all that is printed. */
export class UsageError extends Error {
  name = 'UsageError';
}

/** The choices with defaults in place of what is missing; refuses what cannot be written. */
export function checkedChoices({ folder, auth = 'none', docker = true, keelson }) {
  if (folder === undefined || folder === '')
    throw new UsageError('Give the folder of the new service, as in "npm create keelson my-service"');
  if (!authKinds.includes(auth)) throw new UsageError(`--auth is "${auth}"; it must be one of: ${authKinds.join(', ')}`);
  const absolute = resolve(folder);
  const name = basename(absolute);
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(name) || name.endsWith('-') || name === 'keelson')
    throw new UsageError(
      `"${name}" cannot be the name of a service; use lower-case letters, digits and hyphens, beginning with a letter, as in "my-service"`,
    );
  const present = existsSync(absolute) ? readdirSync(absolute).filter((entry) => entry !== '.git') : [];
  if (present.length > 0)
    throw new UsageError(`${folder} is not empty: it has ${present.slice(0, 5).join(', ')}; choose another folder, or empty it`);
  return { folder: absolute, name, auth, docker, keelson: dependencyOn(keelson, absolute) };
}

/** The files of the service by their paths. Templates of a choice replace those of the same path before them. */
export function planned({ name, auth, docker, keelson }) {
  const words = { name, Name: pascalCase(name) };
  const chosen = ['service', ...(auth === 'none' ? [] : [auth]), ...(docker ? ['docker'] : [])];
  const files = new Map([['package.json', manifest(name, keelson)]]);
  for (const folder of chosen) {
    for (const path of templatePaths(join(templates, folder))) {
      files.set(targetOf(path), filledIn(readFileSync(join(templates, folder, path), 'utf8'), words));
    }
  }
  const choices = new Set([auth, ...chosen]);
  for (const [path, text] of files) files.set(path, onlyChosen(text, choices));
  return files;
}

/** Writes the files; nothing that exists is overwritten. */
export function write(folder, files) {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: 'wx' });
  }
}

function dependencyOn(keelson, folder) {
  if (!keelson.endsWith('.tgz') || /^\w+:/.test(keelson)) return keelson;
  if (!existsSync(keelson)) throw new UsageError(`--keelson: there is no file ${resolve(keelson)}; pack one with "npm pack"`);
  return `file:${relative(folder, resolve(keelson)).replaceAll('\\', '/')}`;
}

function manifest(name, keelson) {
  const content = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      build: 'tsc && node dist/src/main.js schema > config.schema.json',
      test: 'tsc && node --enable-source-maps --test dist/test/*.test.js',
      check: 'npm run build && node dist/src/main.js check config.yml',
      start: 'npm run build && node --enable-source-maps dist/src/main.js server config.yml',
    },
    dependencies: { keelson },
    devDependencies: { '@types/node': '^20.19.0', typescript: '~7.0.2' },
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function templatePaths(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

/** npm leaves some names with a leading dot out of packages, so templates have an underscore there. */
function targetOf(path) {
  return path.replace(/^_/, '.');
}

function filledIn(text, words) {
  return text.replaceAll(/__(\w+?)__/g, (_, word) => words[word]);
}

/** Keeps the part of a text between `<!-- docker -->` and `<!-- /docker -->` only where docker was chosen. */
function onlyChosen(text, chosen) {
  return text.replaceAll(/<!-- ([\w-]+) -->\n([\s\S]*?)<!-- \/\1 -->\n/g, (_, choice, part) => (chosen.has(choice) ? part : ''));
}

function pascalCase(name) {
  return name.replaceAll(/(?:^|-+)([a-z0-9])/g, (_, first) => first.toUpperCase());
}

// Brings node_modules and dist up to date, each only where something is missing, so that one command is enough on a fresh clone.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// What installing and building say goes to standard error: a program may read the output of what is run afterwards.
const toErrorOutput = ['ignore', 2, 2];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install();
  process.exit(build().status);
}

/** Runs `npm ci` when the dependencies are missing or older than the lock file; ends the process when that fails. */
export function install() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Keelson needs Node 20.19 or later; this is ${process.version}`);
    process.exit(1);
  }
  const marker = join(root, 'node_modules/.package-lock.json');
  if (existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) return;
  console.error('installing the dependencies (npm ci)');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: toErrorOutput });
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs the compiler over src, examples and test, or over one of them and what it needs, and removes what it once made of files that are gone. */
export function build(project = '.') {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-b', project], {
    cwd: root,
    stdio: toErrorOutput,
  });
  for (const folder of ['src', 'examples', 'test']) removeOrphans(folder);
  return { status: status ?? 1 };
}

// The compiler never deletes, and a test or a door that is no more must neither run nor be packed.
function removeOrphans(folder) {
  const output = join(root, 'dist', folder);
  if (!existsSync(output)) return;
  for (const file of readdirSync(output, { recursive: true }).map(String)) {
    const source = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(file);
    if (source !== null && !existsSync(join(root, folder, `${source[1]}.ts`))) rmSync(join(output, file));
  }
}

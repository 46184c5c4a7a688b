// Compiles a small project of a user with the oldest TypeScript that the package promises to work with, without skipLibCheck, so that the
// declarations of the package are checked as well.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules/typescript-5.4');
const { version } = JSON.parse(readFileSync(join(compiler, 'package.json'), 'utf8'));
const project = join(root, 'test/types/oldest-typescript');
const { stdout, status } = spawnSync(process.execPath, [join(compiler, 'bin/tsc'), '-p', project, '--pretty', 'false'], {
  encoding: 'utf8',
});
process.stdout.write(stdout);
console.log(`TypeScript ${version}`);
process.exitCode = status ?? 1;

// npm run conformance:server and conformance:cli: brings the build of the examples up to date and runs the conformance application.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [mode, ...given] = process.argv.slice(2);

// What installing and building say goes to standard error: the output of the application may be read by a program.
const toErrorOutput = { cwd: root, stdio: ['ignore', 2, 2] };
const prepare = `import('./scripts/build.mjs').then(({ install }) => install())`;
for (const args of [
  ['-e', prepare],
  ['node_modules/typescript/bin/tsc', '-b', 'examples'],
]) {
  const { status } = spawnSync(process.execPath, args, toErrorOutput);
  if (status !== 0) process.exit(status ?? 1);
}

const words = mode === 'server' ? ['server', 'examples/conformance/conformance.yml', ...given] : given;
const service = spawn(process.execPath, ['--enable-source-maps', 'dist/examples/conformance/main.js', ...words], {
  cwd: root,
  stdio: 'inherit',
});
// A terminal sends Ctrl-C to the service as well; a second one would cut its orderly stop short.
process.on('SIGINT', () => {
  if (!process.stdin.isTTY) service.kill('SIGINT');
});
process.on('SIGTERM', () => service.kill('SIGTERM'));
service.on('exit', (code) => process.exit(code ?? 1));

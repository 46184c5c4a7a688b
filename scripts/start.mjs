// npm start: brings the build up to date and runs the example service until it is told to stop.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { build, install } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
install();
const { status } = build('examples');
if (status !== 0) process.exit(status);

const given = process.argv.slice(2);
const service = spawn(
  process.execPath,
  [
    '--enable-source-maps',
    'dist/examples/hello-world/main.js',
    ...(given.length > 0 ? given : ['server', 'examples/hello-world/hello-world.yml']),
  ],
  { cwd: root, stdio: 'inherit' },
);
// A terminal sends Ctrl-C to the service as well; a second one would cut its orderly stop short.
process.on('SIGINT', () => {
  if (!process.stdin.isTTY) service.kill('SIGINT');
});
process.on('SIGTERM', () => service.kill('SIGTERM'));
service.on('exit', (code) => process.exit(code ?? 1));

// Runs an example until it ends or is told to stop; for npm start and its kin.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { build, install } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Brings the build up to date, then runs an example's main module with these words as its command line. */
export function runExample(name, words) {
  install();
  const { status } = build('examples');
  if (status !== 0) process.exit(status);

  const service = spawn(process.execPath, ['--enable-source-maps', `dist/examples/${name}/main.js`, ...words], {
    cwd: root,
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to the service as well; a second one would cut its orderly stop short.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) service.kill('SIGINT');
  });
  process.on('SIGTERM', () => service.kill('SIGTERM'));
  service.on('exit', (code) => process.exit(code ?? 1));
  // npm does not hand on a signal that ends it. A service that nobody is left to stop would keep its ports for ever.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) service.kill('SIGTERM');
  }, 500).unref();
}

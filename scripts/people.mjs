// npm run people: brings the people example's database up to date, then runs the service until it is told to stop.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { build, install } from './build.mjs';
import { runExample } from './run-example.mjs';

const given = process.argv.slice(2);
const configuration = 'examples/people/people.yml';
if (given.length === 0) {
  install();
  if (build('examples').status !== 0) process.exit(1);
  console.log('bringing the database up to date; a new one takes some seconds');
  const { status } = spawnSync(process.execPath, ['dist/examples/people/main.js', 'migrate', configuration], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
runExample('people', given.length > 0 ? given : ['server', configuration]);

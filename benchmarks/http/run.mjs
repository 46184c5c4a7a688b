// npm run bench: brings everything up to date, then measures; the words on the command line are bench.mjs's.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { build, install } from '../../scripts/build.mjs';
import { installPeers } from '../install-peers.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
install();
if (build('src').status !== 0) process.exit(1);
installPeers(here);
installPeers(`${here}node-24`);
const { status } = spawnSync(process.execPath, [compiler, '-p', here], { stdio: ['ignore', 2, 2] });
if (status !== 0) process.exit(status ?? 1);
await import('./bench.mjs');

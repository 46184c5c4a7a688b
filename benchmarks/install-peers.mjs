// The peers of a benchmark live in its own folder with their own lock file, so that nobody who installs Keelson installs them.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Runs `npm ci` in the benchmark's folder when its peers are missing or older than their lock file; ends the process when that fails. */
export function installPeers(folder) {
  const marker = join(folder, 'node_modules/.package-lock.json');
  if (existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs) return;
  console.error(`installing the peers (npm ci in ${folder})`);
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

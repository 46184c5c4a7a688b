// The programs under measurement: what each is, and with which Node it runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const versionOf = (path) => JSON.parse(readFileSync(at(path), 'utf8')).version;

const everythingOn = { REQUEST_LOG: 'on', METRICS: 'on', TIMED: 'on', GZIP: 'on', REQUEST_ID: 'on', SECURITY_HEADERS: 'on' };

/** The Node versions to measure with: the one that runs this, and the other one where its binary is installed. */
export const nodes = [
  { name: `Node ${process.versions.node}`, binary: process.execPath },
  ...['x64', 'arm64']
    .map((arch) => ({ arch, binary: at(`node-24/node_modules/node-linux-${arch}/bin/node`) }))
    .filter(({ arch, binary }) => arch === process.arch && existsSync(binary))
    .map(({ binary }) => ({
      name: `Node ${spawnSync(binary, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.trim()}`,
      binary,
    })),
];

/** Keelson in four forms: in the lane and on node:http alone, bare as the peers are, and as a service has it by default. */
export const keelson = [
  { title: 'keelson', file: 'built/keelson.js' },
  { title: 'keelson, all defaults on', file: 'built/keelson.js', env: everythingOn },
  { title: 'keelson on node:http', file: 'built/keelson.js', env: { ENGINE: 'node' } },
  { title: 'keelson on node:http, all defaults on', file: 'built/keelson.js', env: { ENGINE: 'node', ...everythingOn } },
];

export const raw = { title: 'node:http', file: 'peers/raw.mjs' };
export const fastify = { title: `fastify ${versionOf('node_modules/fastify/package.json')}`, file: 'peers/fastify.mjs' };

const nest = versionOf('node_modules/@nestjs/core/package.json');
/** The peers that are far enough away that two processes of each tell them apart. */
export const others = [
  { title: `hono ${versionOf('node_modules/hono/package.json')}`, file: 'peers/hono.mjs', processes: 2 },
  { title: `nest on fastify ${nest}`, file: 'built/nest.js', processes: 2 },
  { title: `nest on express ${nest}`, file: 'built/nest.js', env: { PLATFORM: 'express' }, processes: 2 },
  { title: `express ${versionOf('node_modules/express/package.json')}`, file: 'peers/express.mjs', processes: 2 },
];

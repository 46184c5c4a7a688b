// Proves the package as users get it: publint and are-the-types-wrong find nothing, and every door of the packed tarball loads and has
// types in a project of its own. Nothing is asked of it twice: an unchanged package that passed once is not packed again.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, '.cache/package');
const passed = join(root, '.cache/package-passed');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

// What a user downloads and keeps. Raise a number only together with its reason.
const budgets = [
  { of: 'packages installed', limit: 20, reason: 'eight direct dependencies and what they bring; prom-client brings most' },
  { of: 'KiB of dependencies', limit: 6500, reason: 'nearly half of it is the bintrees below prom-client' },
  {
    of: 'KiB of tarball',
    limit: 1800,
    reason:
      'compiled code, declarations, maps, the source that the maps lead to, and the manual; it grew by security, OpenAPI, uploads, events and traces',
  },
];

const content = contentHash();
if (existsSync(passed) && readFileSync(passed, 'utf8') === content) {
  console.log('unchanged since it last passed');
} else {
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const tarball = await pack();
  const outcomes = await Promise.all([
    tool('publint', ['run', tarball, '--strict']),
    tool('@arethetypeswrong/cli', [tarball, '--profile', 'esm-only', '--no-emoji', '--no-color']),
    doorsLoad(tarball),
    linksLead(tarball),
  ]);
  const failures = [...outcomes, budgetsHold(tarball)].filter(({ code }) => code !== 0);
  for (const { output } of failures) console.error(output);
  if (failures.length > 0) process.exitCode = 1;
  else writeFileSync(passed, content);
}

/** One hash over everything that is packed, and over the tools that look at it. */
function contentHash() {
  const hash = createHash('sha256');
  const files = ['src', 'dist/src', 'docs', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))),
  );
  for (const file of [
    ...files,
    'package.json',
    'package-lock.json',
    ...readdirSync(root).filter((file) => file.endsWith('.md')),
    'LICENSE',
    'scripts/check-package.mjs',
  ]) {
    const path = join(root, file);
    if (existsSync(path) && statSync(path).isFile()) hash.update(`\0${file}\0`).update(readFileSync(path));
  }
  return hash.digest('hex');
}

async function pack() {
  const { code, output } = await run('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', cache], root);
  if (code !== 0) throw new Error(`npm pack failed: ${output}`);
  return join(
    cache,
    readdirSync(cache).find((file) => file.endsWith('.tgz')),
  );
}

function tool(name, args) {
  const home = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  return run(process.execPath, [join(home, typeof bin === 'string' ? bin : Object.values(bin)[0]), ...args], root);
}

// The consumer lies outside the project and has, beside the tarball's files, only the packages that a user gets with it.
async function doorsLoad(tarball) {
  const consumer = mkdtempSync(join(tmpdir(), 'consumer-'));
  try {
    return await loadDoorsIn(consumer, tarball);
  } finally {
    rmSync(consumer, { recursive: true });
  }
}

async function loadDoorsIn(consumer, tarball) {
  const modules = join(consumer, 'node_modules');
  mkdirSync(join(modules, 'keelson'), { recursive: true });
  const unpacked = await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, 'keelson')], root);
  if (unpacked.code !== 0) return unpacked;
  for (const name of runTimePackages()) {
    mkdirSync(join(modules, name, '..'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  const doors = Object.keys(manifest.exports).filter((door) => door !== './package.json');
  const names = doors.map((door) => door.replace('.', 'keelson'));
  const code = doors.map((door, index) => loadingOf(door, names[index]));
  const refused = names.map((name) => `await assert.rejects(import('${name}/index.js'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });`);
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(consumer, 'doors.js'), ["import assert from 'node:assert/strict';", ...code, ...refused].join('\n'));
  return run(process.execPath, ['doors.js'], consumer);
}

/** Every relative link of a packed page leads to something that is packed too: in node_modules there is nothing else. */
async function linksLead(tarball) {
  const { code, output } = await run('tar', ['-tzf', tarball], root);
  if (code !== 0) return { code, output };
  const packed = new Set(
    output
      .split('\n')
      .filter((line) => line.startsWith('package/'))
      .map((line) => line.slice('package/'.length)),
  );
  const isPacked = (target) => packed.has(target) || [...packed].some((file) => file.startsWith(`${target.replace(/\/$/, '')}/`));
  const dead = [...packed]
    .filter((file) => file.endsWith('.md'))
    .flatMap((page) =>
      [...withoutCode(readFileSync(join(root, page), 'utf8')).matchAll(/\]\((?!\w+:)([^)#\s]+)/g)]
        .map(([, link]) => join(dirname(page), decodeURIComponent(link)))
        .filter((target) => !isPacked(target))
        .map((target) => `${page} links to ${target}, which is not in the package`),
    );
  return { code: dead.length, output: dead.join('\n') };
}

function withoutCode(markdown) {
  return markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

function budgetsHold(tarball) {
  const packages = runTimePackages();
  const sizes = packages.flatMap((name) => {
    const home = join(root, 'node_modules', name);
    return readdirSync(home, { recursive: true }).map((file) => statSync(join(home, String(file))));
  });
  const bytes = sizes.filter((stats) => stats.isFile()).reduce((sum, { size }) => sum + size, 0);
  const found = [packages.length, Math.round(bytes / 1024), Math.round(statSync(tarball).size / 1024)];
  const over = budgets.flatMap(({ of, limit, reason }, index) =>
    found[index] > limit ? [`${found[index]} ${of}, more than ${limit} (${reason})`] : [],
  );
  console.log(budgets.map(({ of }, index) => `${found[index]} ${of}`).join(', '));
  return { code: over.length, output: over.join('\n') };
}

/** The packages that a user's `npm install keelson` brings along, by the lock file. */
function runTimePackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(
      // A link is a workspace of ours, which users do not get.
      ([path, { dev, peer, devOptional, link }]) =>
        path.startsWith('node_modules/') && !path.includes('/node_modules/') && !dev && !peer && !devOptional && !link,
    )
    .map(([path]) => path.slice('node_modules/'.length));
}

function run(command, args, cwd) {
  return new Promise((done, failed) => {
    let output = '';
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', failed);
    child.on('close', (code) => done({ code, output: `${[command, ...args].join(' ')}\n${output}` }));
  });
}

/** A door that only has types must load all the same; every other one must export something at run time. */
function loadingOf(door, name) {
  const declared = readFileSync(join(root, manifest.exports[door].types), 'utf8');
  const typesOnly = declared.split('\n').every((line) => !line.startsWith('export') || line.startsWith('export type'));
  return typesOnly ? `await import('${name}');` : `assert(Object.keys(await import('${name}')).length > 0, '${name} exports nothing');`;
}

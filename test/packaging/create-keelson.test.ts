import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const home = join(root, 'packages/create-keelson');

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>> | undefined;
  readonly devDependencies: Readonly<Record<string, string>> | undefined;
}

const combinations = [
  { name: 'notes', auth: 'none', files: 14, headers: {}, stranger: 200 },
  { name: 'guarded-notes', auth: 'api-key', files: 15, headers: { 'X-Api-Key': 'secret' }, stranger: 401 },
] as const;

describe('create-keelson, packed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'create-keelson-'));
  const modules = join(folder, 'installed');
  before(() => {
    succeed('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], root);
    succeed('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], home);
    succeed('tar', ['-xzf', packed('create-keelson')], folder);
  });
  after(() => rmSync(folder, { recursive: true }));

  function packed(name: string): string {
    return join(
      folder,
      readdirSync(folder).find((file) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(file))!,
    );
  }

  function create(...args: readonly string[]): { readonly code: number | null; readonly output: string } {
    return run(process.execPath, [join(folder, 'package/create-keelson.mjs'), ...args], folder);
  }

  // All combinations have the same dependencies, which is checked; so they are installed once.
  function install(project: string): string | undefined {
    mkdirSync(modules);
    const manifest = readFileSync(join(project, 'package.json'), 'utf8');
    writeFileSync(join(modules, 'package.json'), manifest);
    const { code, output } = run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], modules);
    if (code !== 0 && /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED/.test(output)) return output;
    assert.equal(code, 0, output);
    return undefined;
  }

  test('with and without callers, a service is written, installed, compiled, tested, started and asked', async (t) => {
    for (const { name, auth, files, headers, stranger } of combinations) {
      const created = create(name, '--yes', '--auth', auth, '--keelson', packed('keelson'));
      assert.deepEqual(created, {
        code: 0,
        output: `Wrote ${name}: ${files} files.\n\nNext:\n  cd ${name}\n  npm install\n  npm test\n  npm start\n`,
      });
      const project = join(folder, name);
      const written = filesIn(project);
      assert.equal(written.size, files);
      assert.doesNotMatch([...written.values()].join(''), /__\w+__|<!--/);
      if (name === combinations[0].name) {
        const unreachable = install(project);
        if (unreachable !== undefined) {
          t.diagnostic(`NOT CHECKED: the registry cannot be reached: ${unreachable}`);
          return;
        }
      }
      assert.deepEqual(dependenciesOf(project), dependenciesOf(modules));
      symlinkSync(join(modules, 'node_modules'), join(project, 'node_modules'));
      const tested = run('npm', ['test', '--loglevel=error'], project);
      assert.equal(tested.code, 0, tested.output);
      const checked = run('npm', ['run', 'check', '--silent'], project);
      assert.deepEqual(checked, { code: 0, output: 'Configuration is OK\n' });
      assert.match(readFileSync(join(project, 'config.schema.json'), 'utf8'), /"maxNotes"/);
      await askService(project, headers, stranger);
    }
  });

  test('without Docker the same files are written, but for those about Docker', () => {
    for (const { auth } of combinations) {
      const [withDocker, without] = [`${auth}/with/notes`, `${auth}/without/notes`];
      assert.equal(create(withDocker, '--yes', '--auth', auth).code, 0);
      assert.equal(create(without, '--yes', '--auth', auth, '--no-docker').code, 0);
      const expected = filesIn(join(folder, withDocker));
      for (const file of ['Dockerfile', '.dockerignore']) assert.ok(expected.delete(file));
      expected.set('README.md', expected.get('README.md')!.replace(/\nIn a container:[\s\S]*/, ''));
      assert.deepEqual(filesIn(join(folder, without)), expected);
    }
  });

  test('npm runs it from its tarball, and the service depends on the version that it was released with', () => {
    const { code, output } = run(
      'npm',
      ['exec', '--yes', '--loglevel=error', `--package=${packed('create-keelson')}`, '--', 'create-keelson', 'released', '--yes'],
      folder,
    );
    assert.equal(code, 0, output);
    assert.deepEqual(dependenciesOf(join(folder, 'released')).dependencies, { keelson: `^${manifestOf(root).version}` });
  });

  test('what cannot be done is said in a sentence, and nothing is written', () => {
    mkdirSync(join(folder, 'full'));
    writeFileSync(join(folder, 'full/letter.txt'), 'kept');
    const said = [
      create('--yes'),
      create('Shop', '--yes'),
      create('full', '--yes'),
      create('shop', '--auth', 'magic', '--yes'),
      create('shop', '--keelson', 'missing.tgz', '--yes'),
    ];
    assert.deepEqual(
      said.map(({ code, output }) => [code, output.replaceAll(folder, '<folder>').replaceAll('/private<folder>', '<folder>')]),
      [
        [1, 'Give the folder of the new service, as in "npm create keelson my-service"\n'],
        [
          1,
          '"Shop" cannot be the name of a service; use lower-case letters, digits and hyphens, beginning with a letter, as in "my-service"\n',
        ],
        [1, 'full is not empty: it has letter.txt; choose another folder, or empty it\n'],
        [1, '--auth is "magic"; it must be one of: none, api-key\n'],
        [1, '--keelson: there is no file <folder>/missing.tgz; pack one with "npm pack"\n'],
      ],
    );
    assert.match(create('shop', '--colour').output, /^Unknown option '--colour'[\s\S]*Usage: npm create keelson/);
    assert.deepEqual(
      readdirSync(folder).filter((entry) => entry === 'shop' || entry === 'Shop'),
      [],
    );
    assert.deepEqual(readdirSync(join(folder, 'full')), ['letter.txt']);
  });
});

test('create-keelson has no dependencies, and the version of keelson', () => {
  const { version, dependencies } = manifestOf(home);
  assert.deepEqual({ version, dependencies }, { version: manifestOf(root).version, dependencies: undefined });
});

async function askService(project: string, headers: Readonly<Record<string, string>>, stranger: number): Promise<void> {
  const service = spawn(process.execPath, ['dist/src/main.js', 'server', 'config.yml'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', ADMIN_PORT: '0' },
  });
  const ended = once(service, 'exit');
  try {
    const printed = await printedUntil(service.stdout, /Admin listens on .*\n/);
    const [application, admin] = [...printed.matchAll(/listens on http:\/\/0\.0\.0\.0:(\d+)/g)].map(
      ([, port]) => `http://127.0.0.1:${port}`,
    );
    const post = {
      method: 'POST',
      body: '{"title":"Milk"}',
      headers: { ...headers, 'content-type': 'application/json', connection: 'close' },
    };
    const added = await fetch(`${application}/notes`, post);
    assert.deepEqual([added.status, await added.json()], [201, { id: 1, title: 'Milk', text: '' }]);
    const asked = await fetch(`${application}/notes`, { headers: { connection: 'close' } });
    await asked.text();
    assert.equal(asked.status, stranger);
    const health = await fetch(`${admin}/healthcheck`, { headers: { accept: 'text/plain', connection: 'close' } });
    assert.equal(await health.text(), 'deadlocks: OK\nnotes: OK\n');
  } finally {
    service.kill('SIGTERM');
  }
  assert.deepEqual(await ended, [0, null]);
}

async function printedUntil(stream: Readable, end: RegExp): Promise<string> {
  let printed = '';
  for await (const piece of stream.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(piece);
    if (end.test(printed)) return printed;
  }
  throw new Error(`the service ended, having printed:\n${printed}`);
}

/** The texts of all files by path. */
function filesIn(project: string): Map<string, string> {
  const files = readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file.slice(project.length + 1), readFileSync(file, 'utf8')]));
}

function dependenciesOf(project: string): Pick<Manifest, 'dependencies' | 'devDependencies'> {
  const { dependencies, devDependencies } = manifestOf(project);
  return { dependencies, devDependencies };
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function succeed(command: string, args: readonly string[], cwd: string): void {
  const { code, output } = run(command, args, cwd);
  assert.equal(code, 0, output);
}

function run(command: string, args: readonly string[], cwd: string): { readonly code: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 120_000, env: cleanEnvironment() });
  return { code: status, output: `${stdout}${stderr}` };
}

/** Without what npm and node's test runner leave for the processes that they start. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_TEST_CONTEXT$|PORT$|ADMIN_PORT$)/i.test(name)));
}

import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';

import { TemporaryFolder } from 'keelson/testing';

/** A PostgreSQL server of our own, in a temporary folder and on a free port of this machine, for as long as a test needs it. */
export class TemporaryPostgres {
  /** As the configuration wants it; the password is asked for. */
  readonly url: string;
  readonly password = password;

  private constructor(
    private readonly folder: TemporaryFolder,
    private readonly server: ChildProcess,
    port: number,
  ) {
    this.url = `postgres://people@127.0.0.1:${port}/postgres`;
  }

  /** The folder with PostgreSQL's programs; undefined where it is not installed. */
  static find(): string | undefined {
    const debian = '/usr/lib/postgresql';
    const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
    const places = [...(process.env['PATH'] ?? '').split(delimiter), ...versions.map((version) => join(debian, version, 'bin'))];
    return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')));
  }

  static async start(programs: string): Promise<TemporaryPostgres> {
    const folder = new TemporaryFolder();
    const user = unprivilegedUser();
    const data = folder.file('data');
    const passwordFile = folder.file('password');
    writeFileSync(passwordFile, password);
    mkdirSync(data);
    chmodSync(folder.path, 0o755);
    if (user !== undefined) for (const path of [folder.path, data, passwordFile]) chownSync(path, user.uid, user.gid);
    const as = { cwd: folder.path, ...user };
    const made = spawnSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'people', '--pwfile', passwordFile, '--auth=scram-sha-256', '--no-sync', '--no-locale', '--encoding=UTF8'],
      { ...as, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
    const port = await freePort();
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder.path}`,
      'fsync=off',
      'max_connections=20',
    ];
    const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const postgres = new TemporaryPostgres(folder, server, port);
    await ready(server).catch(async (thrown: unknown) => {
      await postgres.stop();
      throw thrown;
    });
    return postgres;
  }

  /** Ends the server and its connections, and removes its files. A second call does nothing. */
  async stop(): Promise<void> {
    const { server } = this;
    if (server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await ended;
    }
    this.folder.remove();
  }
}

// With characters that mean something in a URL.
const password = 'p@ss:word/1';

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => [line.split(':')[0], line.split(':')] as const),
  );
  const [, , uid, gid] = users.get('postgres') ?? users.get('nobody') ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
    server.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('ready to accept connections')) resolve();
    });
  });
}

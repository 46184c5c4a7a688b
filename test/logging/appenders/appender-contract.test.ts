import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import type { Socket as DatagramSocket } from 'node:dgram';
import { closeSync, constants, existsSync, mkdirSync, mkdtempSync, open, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, LookupFunction, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

import { BufferedWriter } from '../../../src/logging/appenders/buffered-writer.js';
import { DescriptorSink } from '../../../src/logging/appenders/descriptor-sink.js';
import { FileAppender } from '../../../src/logging/appenders/file-appender.js';
import { LayoutAppender } from '../../../src/logging/appenders/layout-appender.js';
import { SyslogAppender } from '../../../src/logging/appenders/syslog-appender.js';
import { TextLayout } from '../../../src/logging/layouts/text-layout.js';
import { TimeZone } from '../../../src/logging/layouts/time-zone.js';
import { appenderContract } from './appender-contract.js';
import type { Place } from './appender-contract.js';

const layout = new TextLayout(TimeZone.UTC);

function folderFor(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-contract-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A pipe in place of standard output, read by this process. */
async function consolePlace(context: TestContext): Promise<Place> {
  const path = join(folderFor(context), 'pipe');
  execFileSync('mkfifo', [path]);
  let reader: number | undefined = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(65_536);
  let text = '';
  const drain = (): void => {
    if (reader === undefined) return;
    try {
      for (let bytes = 1; bytes > 0;) {
        bytes = readSync(reader, buffer);
        text += buffer.toString('utf8', 0, bytes);
      }
    } catch {
      // Empty for now.
    }
  };
  let reading = setInterval(drain, 1);
  const leave = (): void => {
    clearInterval(reading);
    if (reader !== undefined) closeSync(reader);
    reader = undefined;
  };
  context.after(leave);
  return {
    open: (limit) =>
      new LayoutAppender(layout, undefined, (lossNotice) => {
        const sink = new DescriptorSink({ name: 'stdout', open: () => writer, readerGone: 'final', whenClosed: 'close' });
        return new BufferedWriter(sink, { limit, lossNotice });
      }),
    block: () => clearInterval(reading),
    unblock() {
      clearInterval(reading);
      if (reader !== undefined) reading = setInterval(drain, 1);
    },
    leave,
    text: () => text,
    configuration: { type: 'console' },
    takeOutput: (output) => (text += output),
    isExact: true,
  };
}

/** A file; the disk hangs while all threads of Node's pool wait for something else. */
async function filePlace(context: TestContext): Promise<Place> {
  const folder = folderFor(context);
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const path = join(logs, 'app.log');
  let before = '';
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  let blocked: Promise<number>[] = [];
  const text = (): string => before + (existsSync(path) ? readFileSync(path, 'utf8') : '');
  return {
    open: (bufferBytes) => new FileAppender({ path, layout, bufferBytes }),
    block() {
      const size = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
      blocked = Array.from({ length: size }, () => {
        return new Promise((resolve, reject) => open(pipe, 'r', (error, fd) => (error === null ? resolve(fd) : reject(error))));
      });
    },
    async unblock() {
      if (blocked.length === 0) return;
      const writer = openSync(pipe, constants.O_RDWR);
      for (const fd of await Promise.all(blocked)) closeSync(fd);
      closeSync(writer);
      blocked = [];
    },
    leave() {
      before = text();
      rmSync(logs, { recursive: true });
    },
    comeBack: () => {},
    text,
    configuration: { type: 'file', currentLogFilename: path, archive: false },
    isExact: true,
  };
}

/** A name that resolves to this machine, or does not resolve while that is wanted. */
function nameService(): { readonly lookup: LookupFunction; works: boolean } {
  const service = {
    works: true,
    lookup: ((_host, options, callback) => {
      setImmediate(() => {
        if (!service.works) callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), '', 4);
        else if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
        else callback(null, '127.0.0.1', 4);
      });
    }) as LookupFunction,
  };
  return service;
}

const syslog = { host: 'syslog.example', format: 'rfc3164', facility: 'local0', appName: 'sample', includeStackTrace: true } as const;

/** A receiver of datagrams; it cannot be reached while its name does not resolve. */
async function udpPlace(context: TestContext): Promise<Place> {
  const names = nameService();
  let text = '';
  let socket: DatagramSocket;
  const bind = async (port: number): Promise<number> => {
    socket = createSocket('udp4');
    socket.on('message', (message) => (text += ` ${message.toString()}\n`));
    await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve));
    return socket.address().port;
  };
  const port = await bind(0);
  let isOpen = true;
  const leave = async (): Promise<void> => {
    isOpen = false;
    await new Promise<void>((resolve) => socket.close(resolve));
  };
  context.after(() => (isOpen ? leave() : undefined));
  return {
    open: (bufferBytes) => new SyslogAppender({ ...syslog, protocol: 'udp', port, bufferBytes, lookup: names.lookup }),
    block: () => void (names.works = false),
    unblock: () => void (names.works = true),
    leave,
    async comeBack() {
      await bind(port);
      isOpen = true;
    },
    text: () => text,
    configuration: { type: 'syslog', host: '127.0.0.1', port, protocol: 'udp' },
    isExact: false,
  };
}

/** A receiver of a stream; it can stop reading. */
async function tcpPlace(context: TestContext): Promise<Place> {
  let text = '';
  let reads = true;
  const sockets = new Set<Socket>();
  let server: Server;
  const listen = async (port: number): Promise<number> => {
    server = createServer({ pauseOnConnect: true }, (socket) => {
      sockets.add(socket);
      socket.setEncoding('utf8').on('data', (data: string) => (text += data));
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => {});
      if (reads) socket.resume();
      else socket.pause();
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const leave = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  context.after(leave);
  return {
    open: (bufferBytes) => new SyslogAppender({ ...syslog, protocol: 'tcp', port, bufferBytes, lookup: nameService().lookup }),
    block: () => void (reads = false),
    unblock() {
      reads = true;
      for (const socket of sockets) socket.resume();
    },
    leave,
    comeBack: async () => void (await listen(port)),
    text: () => text,
    configuration: { type: 'syslog', host: '127.0.0.1', port, protocol: 'tcp' },
    isExact: false,
  };
}

appenderContract('console', consolePlace);
appenderContract('file', filePlace);
appenderContract('syslog (UDP)', udpPlace);
appenderContract('syslog (TCP)', tcpPlace);

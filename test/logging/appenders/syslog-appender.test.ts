import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import { SyslogAppender } from '../../../src/logging/appenders/syslog-appender.js';
import type { SyslogAppenderOptions } from '../../../src/logging/appenders/syslog-appender.js';
import { Level } from '../../../src/logging/level.js';
import type { LogEvent } from '../../../src/logging/log-event.js';

const host = hostname();

function event(given: Partial<LogEvent>): LogEvent {
  return {
    level: Level.INFO,
    loggerName: 'com.example.Thing',
    time: Date.parse('2026-11-04T06:42:35.274Z'),
    message: 'message',
    error: undefined,
    context: undefined,
    ...given,
  };
}

function appenderTo(context: TestContext, port: number, given: Partial<SyslogAppenderOptions> = {}): SyslogAppender {
  const appender = new SyslogAppender({
    host: '127.0.0.1',
    port,
    protocol: 'udp',
    format: 'rfc3164',
    facility: 'local0',
    appName: 'sample',
    includeStackTrace: true,
    ...given,
  });
  context.after(() => appender.close());
  return appender;
}

/** A receiver of datagrams and what it got. */
async function udpReceiver(context: TestContext): Promise<{ readonly port: number; receive(count: number): Promise<readonly string[]> }> {
  const socket = createSocket('udp4');
  const received: string[] = [];
  socket.on('message', (message) => received.push(message.toString()));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  context.after(() => socket.close());
  return {
    port: socket.address().port,
    async receive(count) {
      while (received.length < count) await new Promise((resolve) => socket.once('message', () => setImmediate(resolve)));
      return received;
    },
  };
}

/** RFC 3164 wants local time: whatever it is here. */
function localTime(time: string): string {
  const date = new Date(time);
  return `${date.toString().slice(4, 8)}${String(date.getDate()).padStart(2, ' ')} ${date.toTimeString().slice(0, 8)}`;
}

test('RFC 3164 over UDP: priority, local time, host, tag, and one message a line', async (context) => {
  const receiver = await udpReceiver(context);
  const appender = appenderTo(context, receiver.port);
  const error = new Error('boom');
  error.stack = 'Error: boom\n    at here (file.ts:1:2)';
  appender.append(event({ context: { requestId: 'a1' } }));
  appender.append(event({ level: Level.ERROR, message: 'first\nsecond', error }));
  appender.append(event({ level: Level.WARN }));
  appender.append(event({ level: Level.DEBUG }));
  appender.appendLine('a finished line', Date.parse('2026-11-14T06:42:35Z'));
  const head = `${localTime('2026-11-04T06:42:35Z')} ${host} sample[${process.pid}]: `;
  assert.deepEqual(await receiver.receive(8), [
    `<134>${head}com.example.Thing: message {requestId=a1}`,
    `<131>${head}com.example.Thing: first`,
    `<131>${head}\tsecond`,
    `<131>${head}\tError: boom`,
    `<131>${head}\tat here (file.ts:1:2)`,
    `<132>${head}com.example.Thing: message`,
    `<135>${head}com.example.Thing: message`,
    `<134>${localTime('2026-11-14T06:42:35Z')} ${host} sample[${process.pid}]: a finished line`,
  ]);
  assert.equal(appender.dropped, 0);
});

test('RFC 5424 over UDP: UTC and structured data, escaped', async (context) => {
  const receiver = await udpReceiver(context);
  const appender = appenderTo(context, receiver.port, { format: 'rfc5424', facility: 'kern' });
  appender.append(event({ context: { requestId: 'a1', 'odd name=': 'q"]\\ä' } }));
  appender.append(event({ message: 'bare' }));
  assert.deepEqual(await receiver.receive(2), [
    `<6>1 2026-11-04T06:42:35.274Z ${host} sample ${process.pid} - [context@32473 requestId="a1" odd_name_="q\\"\\]\\\\ä"] com.example.Thing: message`,
    `<6>1 2026-11-04T06:42:35.274Z ${host} sample ${process.pid} - - com.example.Thing: bare`,
  ]);
});

test('context values of every kind have a place in the structured data', async (context) => {
  const receiver = await udpReceiver(context);
  const appender = appenderTo(context, receiver.port, { format: 'rfc5424' });
  const bare = Object.assign(Object.create(null) as object, { a: 1 });
  appender.append(event({ context: { bare, list: [1, { b: 2 }], none: null, '': 'nameless', ['ü'.repeat(40)]: 1n }, requestId: 'r1' }));
  const [message] = await receiver.receive(1);
  assert.equal(
    message!.slice(message!.indexOf('[context')),
    `[context@32473 requestId="r1" bare="[Object: null prototype\\] { a: 1 }" list="[ 1, { b: 2 } \\]" none="null" _="nameless" ${'_'.repeat(32)}="1n"] com.example.Thing: message`,
  );
});

test('structured data that is too long is cut between fields, and the text follows whole', async (context) => {
  const receiver = await udpReceiver(context);
  const appender = appenderTo(context, receiver.port, { format: 'rfc5424' });
  appender.append(event({ context: { a: 'x'.repeat(3000), b: 'y'.repeat(3000), c: 'z' } }));
  const [message] = await receiver.receive(1);
  assert.equal(
    message!.slice(message!.indexOf('[context')),
    `[context@32473 a="${'x'.repeat(3000)}" cut="true"] com.example.Thing: message`,
  );
});

test('a stack trace can be left out, and a message that is too long is cut and says so', async (context) => {
  const receiver = await udpReceiver(context);
  const appender = appenderTo(context, receiver.port, { includeStackTrace: false });
  appender.append(event({ message: 'ä'.repeat(5000), error: new Error('boom') }));
  appender.append(event({ message: 'next' }));
  const [long, next] = await receiver.receive(2);
  assert.ok(Buffer.byteLength(long!) <= 8192);
  assert.match(long!, /com\.example\.Thing: ä+ \.\.\. \(\d+ bytes, cut\)$/);
  assert.ok(next!.endsWith('com.example.Thing: next'));
});

test('a receiver that is not there costs messages, which are counted, and nothing else', async (context) => {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  const appender = appenderTo(context, port);
  for (let count = 0; count < 5; count++) {
    appender.append(event({ message: String(count) }));
    await appender.flush();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(appender.dropped <= 5);
});

interface TcpReceiver {
  readonly port: number;
  readonly text: () => string;
  until(count: number): Promise<void>;
  dropConnections(): void;
}

async function tcpReceiver(context: TestContext): Promise<TcpReceiver> {
  let text = '';
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setEncoding('utf8').on('data', (data: string) => (text += data));
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    text: () => text,
    async until(count) {
      while (text.split('com.example.Thing').length - 1 < count) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    dropConnections() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('over TCP, RFC 5424 counts octets and RFC 3164 ends messages by a newline', async (context) => {
  const receiver = await tcpReceiver(context);
  const counted = appenderTo(context, receiver.port, { protocol: 'tcp', format: 'rfc5424' });
  counted.append(event({ message: 'ä' }));
  await receiver.until(1);
  const message = `<134>1 2026-11-04T06:42:35.274Z ${host} sample ${process.pid} - - com.example.Thing: ä`;
  assert.equal(receiver.text(), `${Buffer.byteLength(message)} ${message}`);
  const lines = appenderTo(context, receiver.port, { protocol: 'tcp' });
  lines.append(event({ message: 'one' }));
  lines.append(event({ message: 'two' }));
  await receiver.until(3);
  assert.match(receiver.text(), /com\.example\.Thing: one\n<134>.*com\.example\.Thing: two\n$/);
});

test('a lost TCP connection is renewed, and what is logged meanwhile arrives', async (context) => {
  const receiver = await tcpReceiver(context);
  const appender = appenderTo(context, receiver.port, { protocol: 'tcp' });
  appender.append(event({ message: 'before' }));
  await receiver.until(1);
  receiver.dropConnections();
  await new Promise((resolve) => setTimeout(resolve, 20));
  appender.append(event({ message: 'meanwhile' }));
  await receiver.until(2);
  assert.match(receiver.text(), /before\n.*meanwhile\n$/);
});

test('while a receiver cannot be reached, only so much is kept, and the rest is counted', async (context) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const appender = appenderTo(context, port, { protocol: 'tcp', bufferBytes: 1000 });
  for (let count = 0; count < 100; count++) appender.append(event({ message: 'x'.repeat(50) }));
  assert.ok(appender.dropped >= 85 && appender.dropped < 100, `${appender.dropped} dropped`);
  await appender.close();
  assert.equal(appender.dropped, 100);
});

const rsyslogd = ['/usr/sbin/rsyslogd', '/sbin/rsyslogd', '/usr/local/sbin/rsyslogd'].find((path) => existsSync(path));

// The sockets above are the same for everybody; this is the real reader.
if (rsyslogd === undefined) {
  process.stderr.write('NOT CHECKED: rsyslogd is not installed\n');
} else {
  test('rsyslogd understands every form', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'keelson-rsyslog-'));
    context.after(() => rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
    const output = join(folder, 'received');
    writeFileSync(
      join(folder, 'rsyslog.conf'),
      `global(workDirectory="${folder}")
module(load="imudp") input(type="imudp" address="127.0.0.1" port="${port}")
module(load="imtcp") input(type="imtcp" address="127.0.0.1" port="${port}")
template(name="parts" type="string" string="%syslogfacility-text% %syslogseverity-text% %programname% %procid% %structured-data% %msg%\\n")
action(type="omfile" file="${output}" template="parts")
`,
    );
    const daemon = spawn(rsyslogd, ['-n', '-f', join(folder, 'rsyslog.conf'), '-i', join(folder, 'pid')], { stdio: 'ignore' });
    context.after(async () => {
      daemon.kill('SIGTERM');
      await new Promise((resolve) => daemon.on('exit', resolve));
    });
    const forms = [
      { protocol: 'tcp', format: 'rfc3164', facility: 'local1' },
      { protocol: 'tcp', format: 'rfc5424', facility: 'local2' },
      { protocol: 'udp', format: 'rfc3164', facility: 'local3' },
      { protocol: 'udp', format: 'rfc5424', facility: 'local4' },
    ] as const;
    // TCP first: once its message is written down, the daemon listens to UDP as well.
    const expected: string[] = [];
    for (const form of forms) {
      const appender = appenderTo(context, port, form);
      appender.append(event({ level: Level.WARN, context: { requestId: 'a1' } }));
      const modern = form.format === 'rfc5424';
      expected.push(
        `${form.facility} warning sample ${process.pid} ${modern ? '[context@32473 requestId="a1"]' : '-'} ${modern ? '' : ' '}com.example.Thing: message${modern ? '' : ' {requestId=a1}'}\n`,
      );
      while (!existsSync(output) || readFileSync(output, 'utf8').split('\n').length <= expected.length) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
    assert.equal(readFileSync(output, 'utf8'), expected.join(''));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// Run as a process of its own: what needs exits, signals, a patched console or a blocked pipe.
import { open, writeSync } from 'node:fs';
import { debuglog } from 'node:util';

import type { AppenderFactory } from '../../src/logging/appenders/appender-factory.js';
import { ConsoleAppenderFactory } from '../../src/logging/appenders/console-appender-factory.js';
import { FileAppenderFactory } from '../../src/logging/appenders/file-appender-factory.js';
import { FileAppender } from '../../src/logging/appenders/file-appender.js';
import { SyslogAppenderFactory } from '../../src/logging/appenders/syslog-appender-factory.js';
import { bridgeFrontEnds } from '../../src/logging/bridges/bridge-front-ends.js';
import { bridgeUncaught } from '../../src/logging/bridges/uncaught-bridge.js';
import { getLogger, loggerTree } from '../../src/logging/get-logger.js';
import { TextLayout } from '../../src/logging/layouts/text-layout.js';
import { TimeZone } from '../../src/logging/layouts/time-zone.js';
import { Level } from '../../src/logging/level.js';
import { LoggingFactory } from '../../src/logging/logging-factory.js';
import { DataSize } from '../../src/values/data-size.js';

const [scenario, file = '', given = '0'] = process.argv.slice(2);
const count = Number(given);
const log = getLogger('com.example.Child');
const debugEarly = debuglog('early');

const scenarios: Readonly<Record<string, () => unknown>> = {
  async exits() {
    await logToFile();
    burst();
    process.exit(0);
  },

  /** The appender is given as JSON, in place of the file. */
  async exitsWithAppender() {
    await logTo(appenderOf(JSON.parse(file) as { readonly type: string }));
    burst();
    log.error('the last line');
    process.exit(3);
  },

  async ends() {
    await logToFile();
    burst();
  },

  async throws() {
    await logToFile();
    bridgeUncaught();
    burst();
    setImmediate(() => {
      throw new Error('thrown on purpose');
    });
  },

  async rejects() {
    await logToFile();
    burst();
    void Promise.reject(new Error('rejected on purpose'));
  },

  /** All threads of the pool wait for a named pipe, and behind them the write of the first lines. */
  async busyPool() {
    await logToFile();
    burst();
    // After this turn the path is looked at; whatever is asked of the pool now comes before the write that follows.
    await new Promise((resolve) => setImmediate(resolve));
    for (let thread = 0; thread < 4; thread++) open(`${file}.pipe`, 'r', () => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    log.info('line %d', count);
    writeSync(1, 'ready\n');
    process.exit(0);
  },

  /** The same with a second file, which is opened and written while the first write still waits. */
  async busyPoolWithTwoFiles() {
    await logToFile();
    burst();
    await new Promise((resolve) => setImmediate(resolve));
    for (let thread = 0; thread < 4; thread++) open(`${file}.pipe`, 'r', () => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    log.info('line %d', count);
    writeSync(1, 'ready\n');
    // Opened at the end, so that it could get the number of a descriptor that the first file gave back.
    process.on('exit', () => {
      const other = new FileAppender({ path: `${file}.other`, layout: new TextLayout(TimeZone.UTC) });
      other.appendLine('of the other', Date.now());
      other.flushSync();
    });
    process.exit(0);
  },

  /** Another listener handles the signal, and takes its time. */
  async stopsSlowlyOnSignal() {
    await logToFile();
    log.info('before the signal');
    let calls = 0;
    process.on('SIGTERM', (signal) => {
      calls++;
      setTimeout(() => {
        writeSync(1, `${signal} ${calls}\n`);
        process.exit(0);
      }, 50);
    });
    setInterval(() => {}, 1000);
    writeSync(1, 'ready\n');
  },

  /** Nobody listens to signals but logging itself. */
  async waits() {
    await logToFile();
    setInterval(() => {}, 1000);
    burst();
    writeSync(1, 'ready\n');
  },

  /** Logs turn by turn until a signal comes, then says how much it logged and exits. */
  async stopsOnSignal() {
    await logToFile();
    let said = 0;
    process.on('SIGTERM', () => {
      writeSync(1, `said ${said}\n`);
      process.exit(0);
    });
    const turn = (): void => {
      for (let line = 0; line < 500; line++) log.info('line %d', said++);
      if (said === 500) writeSync(1, 'ready\n');
      setImmediate(turn);
    };
    turn();
  },

  /** The parent does not read standard output until it is told to. */
  async blockedPipe() {
    await loggerTree.configure(new LoggingFactory());
    const text = 'x'.repeat(900);
    let turns = 0;
    for (; turns < 20; turns++) {
      for (let line = 0; line < count / 20; line++) log.info('%s', text);
      await new Promise((resolve) => setImmediate(resolve));
    }
    process.send!({ turns, dropped: loggerTree.dropped });
    await new Promise((resolve) => process.once('message', resolve));
    await loggerTree.flush();
    log.info('after the stop');
    await loggerTree.close();
    process.send!({ dropped: loggerTree.dropped });
    process.disconnect();
  },

  /** Two appenders on one pipe that is read slowly: lines must stay whole. */
  async sharedPipe() {
    const factory = new LoggingFactory();
    factory.appenders = [new ConsoleAppenderFactory()];
    await loggerTree.configure(factory);
    const other = new ConsoleAppenderFactory().build();
    for (let turn = 0; turn < 50; turn++) {
      for (let line = 0; line < 10; line++) {
        log.info('%s', 'x'.repeat(1000));
        other.appendLine('y'.repeat(1500), Date.now());
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    process.exit(loggerTree.dropped + other.dropped);
  },

  /** The parent closes its end of the pipe. */
  async readerGone() {
    await loggerTree.configure(new LoggingFactory());
    log.info('read');
    await new Promise((resolve) => process.once('message', resolve));
    for (let line = 0; line < 10; line++) {
      log.info('not read');
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    process.send!({ dropped: loggerTree.dropped });
    await loggerTree.close();
    process.disconnect();
  },

  async blockedAtExit() {
    await loggerTree.configure(new LoggingFactory());
    for (let line = 0; line < 500; line++) log.info('%s', 'x'.repeat(900));
    process.exit(3);
  },

  /** The system lets no file grow beyond a limit; the parent makes room when told. */
  async fullDisk() {
    const place = file === '' ? { type: 'console' } : { type: 'file', currentLogFilename: file, archive: false };
    await logTo(appenderOf({ ...place, bufferSize: DataSize.parse(given) }));
    let said = 0;
    for (let turn = 0; turn < 15; turn++) {
      for (let line = 0; line < 10; line++) log.info('line %d %s', said++, 'x'.repeat(100));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    process.send!({ said, dropped: loggerTree.dropped });
    await new Promise((resolve) => process.once('message', resolve));
    await loggerTree.flush();
    log.info('line %d', said++);
    await loggerTree.close();
    process.send!({ said, dropped: loggerTree.dropped });
    process.disconnect();
  },

  bootstraps() {
    log.info('not shown');
    log.warn('shown');
    log.error('shown too', Object.assign(new Error('boom'), { stack: 'Error: boom\n    at here' }));
  },

  async bridges() {
    const factory = new LoggingFactory();
    factory.level = Level.DEBUG;
    await loggerTree.configure(factory);
    const bridge = bridgeFrontEnds();
    /* oxlint-disable no-console -- the console is the subject */
    console.log('log %s', 'x', { a: 1 });
    console.info('100%', 'sure');
    console.warn('warn\nsecond');
    console.error('error', Object.assign(new Error('boom'), { stack: 'Error: boom\n    at here' }));
    console.debug('debug');
    console.group('group');
    console.log('inside');
    console.groupEnd();
    console.table([{ a: 1 }]);
    console.assert(count < 0, 'assert');
    console.count();
    const warning = {
      [Symbol.for('nodejs.util.inspect.custom')]() {
        console.warn('warned while shown');
        return 'value';
      },
    };
    console.log('%o shown', warning);
    console.trace('where');
    process.emitWarning('careful', { type: 'SampleWarning', code: 'S1', detail: 'more' });
    await new Promise((resolve) => setImmediate(resolve));
    debugEarly('early %d', 1);
    debuglog('late')('late %d', 2);
    bridge.remove();
    await loggerTree.flush();
    console.log('plain again');
    /* oxlint-enable no-console */
  },
};

function burst(): void {
  for (let line = 0; line < count; line++) log.info('line %d', line);
}

async function logToFile(): Promise<void> {
  await logTo(appenderOf({ type: 'file', currentLogFilename: file, archive: false }));
}

function appenderOf({ type, ...keys }: { readonly type: string; readonly [key: string]: unknown }): AppenderFactory {
  const factories = { console: ConsoleAppenderFactory, file: FileAppenderFactory, syslog: SyslogAppenderFactory };
  return Object.assign(new factories[type as keyof typeof factories](), keys);
}

async function logTo(appender: AppenderFactory): Promise<void> {
  const factory = new LoggingFactory();
  factory.appenders = [appender];
  await loggerTree.configure(factory);
}

await scenarios[scenario ?? '']!();

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { pino } from 'pino';

import { pinoDestination } from '../../../src/logging/bridges/pino-bridge.js';
import { Level } from '../../../src/logging/level.js';
import { bridgedLines } from './bridged-lines.js';

const trace = /com\.example\.Orders: refused\n! TypeError: boom\n(! at .*\n)+!\n$/;

function given(options: object = {}, level = Level.TRACE) {
  const lines = bridgedLines(level);
  const logger = pino({ name: 'com.example.Orders', level: 'trace', ...options }, pinoDestination(lines.loggerFor));
  return { ...lines, logger };
}

test('pino is written under its name, its fields as context, its errors as traces', () => {
  const { logger, written, appender, loggerFor } = given({}, Level.DEBUG);
  logger.info('hello %s', 'world');
  logger.child({ requestId: 'a1' }).warn({ count: 3 }, 'careful');
  logger.error(new TypeError('boom'));
  logger.fatal('over');
  logger.debug('fine');
  logger.trace('below our level');
  pino(pinoDestination(loggerFor)).info('nameless');
  assert.deepEqual(written(), [
    'INFO com.example.Orders: hello world',
    'WARN com.example.Orders: careful {"requestId":"a1","count":3}',
    'ERROR com.example.Orders: boom',
    'ERROR com.example.Orders: over',
    'DEBUG com.example.Orders: fine',
    'INFO pino: nameless',
  ]);
  assert.match(appender.text, /com\.example\.Orders: boom\n! TypeError: boom\n(! at .*\n)+!\n/);
});

test('a line that is not JSON is written as text', () => {
  const { appender, loggerFor, written } = bridgedLines();
  pinoDestination(loggerFor).write('100% text\n');
  assert.deepEqual(written(), ['INFO pino: 100% text']);
  assert.equal(appender.events.length, 1);
});

test('a line that pino did not write itself has its own level, number or label', () => {
  const { loggerFor, written } = bridgedLines();
  const destination = pinoDestination(loggerFor);
  pino(destination).error('before');
  for (const level of [10, 19, 20, 25, 30, 39, 40, 49, 50, 60, 'ERROR', 'Warning', 'unheard of', null]) {
    destination.write(JSON.stringify({ level, msg: String(level) }));
  }
  destination.write('{"severity":"CRITICAL","msg":"as a cloud names it"}');
  assert.deepEqual(written().slice(1), [
    'TRACE pino: 10',
    'TRACE pino: 19',
    'DEBUG pino: 20',
    'DEBUG pino: 25',
    'INFO pino: 30',
    'INFO pino: 39',
    'WARN pino: 40',
    'WARN pino: 49',
    'ERROR pino: 50',
    'ERROR pino: 60',
    'ERROR pino: ERROR',
    'WARN pino: Warning',
    'INFO pino: unheard of',
    'INFO pino: null',
    'ERROR pino: as a cloud names it {"severity":"CRITICAL"}',
  ]);
});

describe('options of pino', () => {
  test('formatters.level may write a label, or another key altogether', () => {
    const label = given({ formatters: { level: (name: string) => ({ level: name }) } }, Level.WARN);
    label.logger.error('kept');
    label.logger.info('below our level');
    assert.deepEqual(label.written(), ['ERROR com.example.Orders: kept']);
    const other = given({ formatters: { level: (_name: string, number: number) => ({ importance: number * 2 }) } });
    other.logger.warn('kept');
    assert.deepEqual(other.written(), ['WARN com.example.Orders: kept {"importance":80}']);
  });

  test('customLevels rank by their number', () => {
    const { logger, written } = given({ customLevels: { audit: 35, panic: 70 } });
    (logger as unknown as { audit(text: string): void }).audit('who');
    (logger as unknown as { panic(text: string): void }).panic('now');
    assert.deepEqual(written(), ['INFO com.example.Orders: who', 'ERROR com.example.Orders: now']);
  });

  test('messageKey may be anything', () => {
    const { logger, written } = given({ messageKey: 'text' });
    logger.info({ a: 1 }, 'hello %s', 'world');
    logger.info({ only: 'fields' });
    assert.deepEqual(written(), ['INFO com.example.Orders: hello world {"a":1}', 'INFO com.example.Orders:  {"only":"fields"}']);
  });

  test('errorKey may be anything', () => {
    const { logger, appender } = given({ errorKey: 'failure' });
    logger.error(new TypeError('boom'), 'refused');
    assert.match(appender.text, trace);
    assert.equal(appender.events[0]!.context, undefined);
  });

  test('timestamps in seconds, ISO, fractions or none do not matter: the time is that of our clock', () => {
    const functions: (false | (() => string))[] = [
      pino.stdTimeFunctions.unixTime,
      pino.stdTimeFunctions.isoTime,
      pino.stdTimeFunctions.epochTime,
      pino.stdTimeFunctions.nullTime,
      () => ',"time":1747300000123456.789',
      () => ',"time":4e15',
      false,
    ];
    for (const timestamp of functions) {
      const { logger, appender } = given({ timestamp });
      logger.info('now');
      assert.equal(appender.text, 'INFO  [2026-11-14 06:42:35,274] com.example.Orders: now\n');
    }
  });

  test('base and mixin join the context; pid and hostname do not', () => {
    const { logger, written } = given({ base: { pid: 1, hostname: 'h', region: 'eu' }, mixin: () => ({ tenant: 't1' }) });
    logger.info('placed');
    assert.deepEqual(written(), ['INFO com.example.Orders: placed {"region":"eu","tenant":"t1"}']);
  });

  test('serializers decide what is written of a field, an error included', () => {
    const { logger, written, appender } = given({
      serializers: { user: (user: { id: number }) => user.id, err: (error: Error) => error.message },
    });
    logger.info({ user: { id: 7, password: 'x' } }, 'known');
    logger.error(new TypeError('boom'), 'refused');
    assert.deepEqual(written(), ['INFO com.example.Orders: known {"user":7}', 'ERROR com.example.Orders: refused {"err":"boom"}']);
    assert.equal(appender.events[1]!.error, undefined);
  });

  test('redact stays redacted, in fields, errors and the message', () => {
    const { logger, appender } = given({ redact: ['password', 'user.token', 'err.message', 'err.stack', 'msg'] });
    const failure = new TypeError('s3cret');
    logger.info({ password: 's3cret', user: { token: 's3cret', id: 1 } }, 'plain');
    logger.error({ err: failure }, 's3cret');
    assert.equal(appender.text.includes('s3cret'), false, appender.text);
    assert.deepEqual(appender.events[0]!.context, { password: '[Redacted]', user: { token: '[Redacted]', id: 1 } });
  });

  test('nestedKey, child bindings and a text for an error are fields', () => {
    const { logger, written } = given({ nestedKey: 'payload' });
    logger.child({ module: 'a' }).info({ err: 'boom' }, 'nested');
    assert.deepEqual(written(), ['INFO com.example.Orders: nested {"module":"a","payload":{"err":"boom"}}']);
  });

  test('behind multistream levels and errors are the same', () => {
    const lines = bridgedLines();
    const logger = pino(
      { name: 'com.example.Orders', formatters: { level: (name) => ({ level: name }) } },
      pino.multistream([{ stream: pinoDestination(lines.loggerFor) }]),
    );
    logger.error(new TypeError('boom'), 'refused');
    assert.match(lines.appender.text, trace);
    assert.ok(lines.appender.text.startsWith('ERROR '));
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import winston from 'winston';

import { winstonTransport } from '../../../src/logging/bridges/winston-bridge.js';
import { Level } from '../../../src/logging/level.js';
import { bridgedLines } from './bridged-lines.js';

const { combine, errors, splat, colorize, json, timestamp, label, printf, uncolorize, ms } = winston.format;

function given(options: winston.LoggerOptions = {}, level = Level.TRACE) {
  const lines = bridgedLines(level);
  const logger = winston.createLogger({ level: 'silly', ...options, transports: [winstonTransport(lines.loggerFor)] });
  return { ...lines, logger };
}

test('winston is written under its label, its fields as context, its errors as traces', () => {
  const { logger, written, appender } = given({ format: combine(errors({ stack: true }), splat()) }, Level.DEBUG);
  logger.info('hello %s', 'world');
  logger.warn('careful', { count: 3 });
  logger.error(new TypeError('boom'));
  logger.verbose('fine', { label: 'com.example.Orders' });
  logger.silly('below our level');
  logger.close();
  assert.deepEqual(written(), [
    'INFO winston: hello world',
    'WARN winston: careful {"count":3}',
    'ERROR winston: boom',
    'DEBUG com.example.Orders: fine',
  ]);
  assert.match(appender.text, /winston: boom\n! TypeError: boom\n(! at .*\n)+!\n/);
});

describe('options of winston', () => {
  for (const [name, format] of Object.entries({
    'colorize()': colorize(),
    'colorize({ all: true })': colorize({ all: true }),
    'json()': json(),
    'uncolorize()': uncolorize(),
    'timestamp()': timestamp(),
    'printf()': printf(() => 'something else'),
    'combine(colorize(), timestamp(), json())': combine(colorize({ message: true, level: true }), timestamp(), json()),
  })) {
    test(`${name} changes neither level nor message`, () => {
      const { logger, written } = given({ format }, Level.WARN);
      logger.error('failed');
      logger.warn('careful');
      logger.info('below our level');
      assert.deepEqual(written(), ['ERROR winston: failed', 'WARN winston: careful']);
    });
  }

  test('ms() and defaultMeta join the context, label() is the name', () => {
    const { logger, written } = given({ format: combine(label({ label: 'com.example.Orders' }), ms()), defaultMeta: { region: 'eu' } });
    logger.info('placed');
    assert.deepEqual(written(), ['INFO com.example.Orders: placed {"region":"eu","ms":"+0ms"}']);
  });

  test('splat() fills placeholders and leaves the rest as fields', () => {
    const { logger, written } = given({ format: splat() });
    logger.info('%s of %d', 'one', 2, { id: 7 });
    assert.deepEqual(written(), ['INFO winston: one of 2 {"id":7}']);
  });

  test('an error keeps its trace however it is logged', () => {
    const failure = Object.assign(new TypeError('boom'), { stack: 'TypeError: boom\n    at here' });
    const formats = [
      errors({ stack: true }),
      combine(errors({ stack: true }), json()),
      combine(errors({ stack: true }), colorize({ all: true })),
    ];
    for (const format of formats) {
      for (const log of [
        (logger: winston.Logger) => logger.error(failure),
        (logger: winston.Logger) => logger.error('boom', { err: failure }),
        (logger: winston.Logger) => logger.log({ level: 'error', message: failure as unknown as string }),
      ]) {
        const { logger, appender } = given({ format });
        log(logger);
        assert.match(appender.text, /^ERROR \[2026-11-14 06:42:35,274\] winston: (TypeError: )?boom\n! TypeError: boom\n! at here\n!\n$/);
      }
    }
  });

  test('the levels of npm, syslog and cli have their counterparts', () => {
    const expected = {
      npm: ['error ERROR', 'warn WARN', 'info INFO', 'http INFO', 'verbose DEBUG', 'debug DEBUG', 'silly TRACE'],
      syslog: ['emerg ERROR', 'alert ERROR', 'crit ERROR', 'error ERROR', 'warning WARN', 'notice INFO', 'info INFO', 'debug DEBUG'],
      cli: [
        'error ERROR',
        'warn WARN',
        'help INFO',
        'data INFO',
        'info INFO',
        'debug DEBUG',
        'prompt INFO',
        'verbose DEBUG',
        'input INFO',
        'silly TRACE',
      ],
    };
    for (const set of ['npm', 'syslog', 'cli'] as const) {
      const levels = winston.config[set].levels;
      const { logger, appender } = given({ levels, level: Object.keys(levels).at(-1)! });
      for (const name of Object.keys(levels)) logger.log(name, name);
      assert.deepEqual(
        appender.events.map((event) => `${event.message} ${event.level}`),
        expected[set],
      );
    }
  });

  test('custom levels rank with the next more severe known one, or by their order', () => {
    const mixed = given({ levels: { doom: 0, error: 1, oops: 2, info: 3, chatter: 4 }, level: 'chatter' });
    for (const name of ['doom', 'oops', 'chatter']) mixed.logger.log(name, name);
    assert.deepEqual(mixed.written(), ['ERROR winston: doom', 'ERROR winston: oops', 'INFO winston: chatter']);
    const own = given({ levels: { red: 0, amber: 1, green: 2, blue: 3 }, level: 'blue' });
    for (const name of ['red', 'amber', 'green', 'blue']) own.logger.log(name, name);
    assert.deepEqual(own.written(), ['ERROR winston: red', 'WARN winston: amber', 'INFO winston: green', 'DEBUG winston: blue']);
  });
});

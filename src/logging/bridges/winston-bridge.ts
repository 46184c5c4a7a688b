import { Writable } from 'node:stream';

import { getLogger } from '../get-logger.js';
import { Level } from '../level.js';
import { readMessage } from '../log-message.js';
import type { Logger } from '../logger.js';
import { sayBridged } from './bridged-line.js';

const levels: ReadonlyMap<string, Level> = new Map([
  ...['emerg', 'alert', 'crit', 'fatal', 'error'].map((name) => [name, Level.ERROR] as const),
  ...['warn', 'warning'].map((name) => [name, Level.WARN] as const),
  ...['notice', 'info', 'http'].map((name) => [name, Level.INFO] as const),
  ...['verbose', 'debug'].map((name) => [name, Level.DEBUG] as const),
  ...['silly', 'trace'].map((name) => [name, Level.TRACE] as const),
]);

/**
 * Leads winston into our lines, under its `label`, or "winston"; its other fields join the context. Winston's own level applies first, then ours.
 *
 * @example winston.createLogger({ level: 'silly', transports: [winstonTransport()] })
 */
export function winstonTransport(loggerFor: (name: string) => Logger = getLogger): WinstonTransport {
  const log = (entry: Readonly<Record<string, unknown>>, done: () => void): void => {
    const { level: name, message, label, stack, ...others } = entry;
    const logger = loggerFor(typeof label === 'string' && label !== '' ? label : 'winston');
    const level = levels.get(String(name)) ?? Level.INFO;
    if (logger.isEnabled(level)) {
      const { text, error } = readMessage(message, []);
      const fields = Object.keys(others).length === 0 ? undefined : others;
      sayBridged(logger, { level, message: text, error: error ?? errorWith(text, stack), fields });
    }
    done();
  };
  const stream = new Writable({ objectMode: true, write: (entry: Readonly<Record<string, unknown>>, _encoding, done) => log(entry, done) });
  return Object.assign(stream, { log });
}

/** A transport as winston takes it: a stream of entries that also has `log`. */
export interface WinstonTransport extends Writable {
  log(entry: Readonly<Record<string, unknown>>, done: () => void): void;
}

function errorWith(message: string, stack: unknown): Error | undefined {
  if (typeof stack !== 'string') return undefined;
  const error = new Error(message);
  error.stack = stack;
  return error;
}

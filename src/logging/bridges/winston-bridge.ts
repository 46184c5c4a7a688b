import { Writable } from 'node:stream';

import { getLogger } from '../get-logger.js';
import { Level } from '../level.js';
import { readMessage } from '../log-message.js';
import type { Logger } from '../logger.js';
import { isError } from '../value-text.js';
import { fieldsOrNone, revivedError, writeBridged } from './bridged-line.js';

type Entry = Readonly<Record<string | symbol, unknown>>;

/** A transport as winston takes it: a stream of entries that also has `log`. */
export interface WinstonTransport extends Writable {
  log(entry: Readonly<Record<string, unknown>>, done: () => void): void;
}

/**
 * Writes winston's lines to the logger of winston's `label`, or to "winston". Its other fields join the context. A line passes winston's level first,
 * then ours. Formats may colour, splat and rename as they like: the level is the one that was logged.
 *
 * @example winston.createLogger({ level: 'silly', transports: [winstonTransport()] })
 */
export function winstonTransport(loggerFor: (name: string) => Logger = getLogger): WinstonTransport {
  let levels: Readonly<Record<string, number>> = {};
  const log = (entry: Entry, done: () => void): void => {
    const { level: shownLevel, message, label, stack, timestamp: _timestamp, ...others } = entry;
    const logger = loggerFor(typeof label === 'string' && label !== '' ? label : 'winston');
    const level = levelOf(String(entry[loggedLevel] ?? shownLevel), levels);
    if (logger.isEnabled(level)) {
      const { text, error: thrown } = readMessage(message, []);
      const { error, fields } = takeError(
        others,
        thrown ?? (typeof stack === 'string' ? revivedError({ message: text, stack }) : undefined),
      );
      writeBridged(logger, { level, message: text, error, fields: fieldsOrNone(fields) });
    }
    done();
  };
  const stream = new Writable({ objectMode: true, write: (entry: Entry, _encoding, done) => log(entry, done) });
  // Winston pipes itself into its transports; its own levels may have names of their own.
  stream.on('pipe', (source: { readonly levels?: Readonly<Record<string, number>> }) => {
    levels = source.levels ?? {};
  });
  return Object.assign(stream, { log });
}

// The level as it was logged; `colorize` and others change the field of that name (package triple-beam, by which winston's formats know each other).
const loggedLevel = Symbol.for('level');

const levelsByName: ReadonlyMap<string, Level> = new Map([
  ...['emerg', 'alert', 'crit', 'critical', 'fatal', 'error'].map((name) => [name, Level.ERROR] as const),
  ...['warn', 'warning'].map((name) => [name, Level.WARN] as const),
  ...['notice', 'info', 'http', 'help', 'data', 'prompt', 'input'].map((name) => [name, Level.INFO] as const),
  ...['verbose', 'debug'].map((name) => [name, Level.DEBUG] as const),
  ...['silly', 'trace'].map((name) => [name, Level.TRACE] as const),
]);

// A name that we do not know ranks with the next more severe one that we do; where all names are unknown, the order decides.
function levelOf(name: string, levels: Readonly<Record<string, number>>): Level {
  const known = levelsByName.get(name);
  if (known !== undefined) return known;
  const order = Object.keys(levels).sort((a, b) => levels[a]! - levels[b]!);
  const at = order.indexOf(name);
  if (at === -1) return Level.INFO;
  const anchor = order.slice(0, at).findLast((other) => levelsByName.has(other));
  if (anchor !== undefined) return levelsByName.get(anchor)!;
  if (order.some((other) => levelsByName.has(other))) return Level.ERROR;
  return [Level.ERROR, Level.WARN, Level.INFO][at] ?? Level.DEBUG;
}

// Where the message is not an error itself, the first error among the fields gives the trace.
function takeError(
  entry: Readonly<Record<string, unknown>>,
  known: Error | undefined,
): { readonly error: Error | undefined; readonly fields: Readonly<Record<string, unknown>> } {
  const entries = Object.entries(entry);
  if (known !== undefined) return { error: known, fields: Object.fromEntries(entries) };
  const found = entries.find(([, value]) => isError(value));
  return { error: found?.[1] as Error | undefined, fields: Object.fromEntries(entries.filter((each) => each !== found)) };
}

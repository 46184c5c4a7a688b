import { getLogger } from '../get-logger.js';
import { Level } from '../level.js';
import type { Logger } from '../logger.js';
import { fieldsOrNone, revivedError, writeBridged } from './bridged-line.js';
import type { SerializedError } from './bridged-line.js';

/** A destination as pino takes it; its lines come out in the form of Keelson's. */
export interface PinoDestination {
  /** Tells pino that the only argument of `pino(…)` is a destination. */
  readonly writable: true;
  write(line: string): void;
}

/** Set by pino before each `write` on a destination that asks for it (pino's documentation, "Metadata Support"). */
interface LineMetadata {
  lastLevel?: number | undefined;
  lastMsg?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Writes pino's lines to the logger of pino's `name`, or to "pino". Its other fields join the context. A line passes pino's level first, then ours.
 * Formatters, serializers, redaction and renamed keys of pino are respected.
 *
 * @example pino({ name: 'com.example.Orders', level: 'trace' }, pinoDestination())
 */
export function pinoDestination(loggerFor: (name: string) => Logger = getLogger): PinoDestination {
  const destination: PinoDestination & LineMetadata = {
    writable: true,
    write(line) {
      const { lastLevel, lastMsg } = destination;
      destination.lastLevel = destination.lastMsg = undefined;
      const parsed = parse(line);
      if (parsed === undefined) {
        loggerFor('pino').info('%s', line.trimEnd());
        return;
      }
      const { level: levelField, time: _time, pid: _pid, hostname: _hostname, name, ...rest } = parsed;
      const logger = loggerFor(typeof name === 'string' && name !== '' ? name : 'pino');
      const level = levelOf(lastLevel ?? levelField ?? rest['severity']);
      if (!logger.isEnabled(level)) return;
      const { message, fields } = takeMessage(rest, lastMsg);
      const { error, others } = takeError(fields);
      writeBridged(logger, { level, message: message ?? error?.message ?? '', error, fields: fieldsOrNone(others) });
    },
  };
  return Object.assign(destination, { [Symbol.for('pino.metadata')]: true });
}

function parse(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

// Numbers as pino has them, custom ones in between included; or labels, where formatters.level writes those and the number is not known.
function levelOf(given: unknown): Level {
  if (typeof given === 'string') return levelsByLabel.get(given.toLowerCase()) ?? Level.INFO;
  if (typeof given !== 'number') return Level.INFO;
  if (given >= 50) return Level.ERROR;
  if (given >= 40) return Level.WARN;
  if (given >= 30) return Level.INFO;
  return given >= 20 ? Level.DEBUG : Level.TRACE;
}

const levelsByLabel: ReadonlyMap<string, Level> = new Map([
  ['fatal', Level.ERROR],
  ['critical', Level.ERROR],
  ['error', Level.ERROR],
  ['warn', Level.WARN],
  ['warning', Level.WARN],
  ['info', Level.INFO],
  ['debug', Level.DEBUG],
  ['trace', Level.TRACE],
]);

// Pino writes the message last, under `msg` or the `messageKey` of its options. The line does not tell the key: it is the last one with that text.
function takeMessage(fields: Fields, logged: unknown): { readonly message: string | undefined; readonly fields: Fields } {
  const names = Object.keys(fields);
  const key = names.findLast((name) => typeof logged === 'string' && fields[name] === logged) ?? names.findLast((name) => name === 'msg');
  const message = key === undefined ? undefined : fields[key];
  if (typeof message !== 'string') return { message: undefined, fields };
  return { message, fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key)) };
}

// Under `err` or the `errorKey` of pino's options; its serialized form says what it is.
function takeError(fields: Fields): { readonly error: Error | undefined; readonly others: Fields } {
  const key = ['err', 'error', ...Object.keys(fields)].find((name) => isSerializedError(fields[name]));
  if (key === undefined) return { error: undefined, others: fields };
  const { [key]: serialized, ...others } = fields;
  return { error: revivedError(serialized as SerializedError), others };
}

function isSerializedError(value: unknown): value is SerializedError {
  if (typeof value !== 'object' || value === null) return false;
  const { message, stack } = value as Fields;
  return typeof message === 'string' && typeof stack === 'string';
}

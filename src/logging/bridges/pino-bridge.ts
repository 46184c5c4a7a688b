import { getLogger } from '../get-logger.js';
import { Level } from '../level.js';
import type { Logger } from '../logger.js';
import { sayBridged } from './bridged-line.js';

/** A destination as pino takes it: its lines, JSON each, come out as ours. */
export interface PinoDestination {
  /** By which pino knows a destination that is its only argument. */
  readonly writable: true;
  write(line: string): void;
}

/**
 * Leads pino into our lines, under pino's `name`, or "pino"; its other fields join the context. Pino's own level applies first, then ours.
 *
 * @example pino({ name: 'com.example.Orders', level: 'trace' }, pinoDestination())
 */
export function pinoDestination(loggerFor: (name: string) => Logger = getLogger): PinoDestination {
  return {
    writable: true,
    write(line) {
      const fields = parse(line);
      if (fields === undefined) {
        loggerFor('pino').info('%s', line.trimEnd());
        return;
      }
      const { level: number, time, pid: _pid, hostname: _hostname, name, msg, err, ...others } = fields;
      const logger = loggerFor(typeof name === 'string' && name !== '' ? name : 'pino');
      const level = levelOf(Number(number));
      if (!logger.isEnabled(level)) return;
      const error = errorOf(err);
      sayBridged(logger, {
        level,
        message: typeof msg === 'string' ? msg : (error?.message ?? ''),
        error,
        fields: Object.keys(others).length === 0 ? undefined : others,
        time: typeof time === 'number' ? time : undefined,
      });
    },
  };
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

// Pino's numbers, and whatever was put between them: 10 trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal.
function levelOf(number: number): Level {
  if (number >= 50) return Level.ERROR;
  if (number >= 40) return Level.WARN;
  if (number >= 20 && number < 30) return Level.DEBUG;
  return number < 20 ? Level.TRACE : Level.INFO;
}

function errorOf(err: unknown): Error | undefined {
  if (typeof err !== 'object' || err === null) return undefined;
  const { type, message, stack } = err as Readonly<Record<string, unknown>>;
  const error = new Error(typeof message === 'string' ? message : '');
  if (typeof type === 'string') error.name = type;
  if (typeof stack === 'string') error.stack = stack;
  return error;
}

import { Console } from 'node:console';
import type { Writable } from 'node:stream';
import { inspect } from 'node:util';
import type { InspectOptions } from 'node:util';

import { getLogger } from '../get-logger.js';
import { Level } from '../level.js';
import type { Logger } from '../logger.js';
import { isError } from '../value-text.js';
import type { Bridge } from './bridge.js';

const levels = {
  error: Level.ERROR,
  warn: Level.WARN,
  assert: Level.WARN,
  log: Level.INFO,
  info: Level.INFO,
  dir: Level.INFO,
  dirxml: Level.INFO,
  table: Level.INFO,
  group: Level.INFO,
  groupCollapsed: Level.INFO,
  groupEnd: Level.INFO,
  count: Level.INFO,
  countReset: Level.INFO,
  time: Level.INFO,
  timeEnd: Level.INFO,
  timeLog: Level.INFO,
  debug: Level.DEBUG,
  trace: Level.DEBUG,
} as const;

const withTrace: ReadonlySet<string> = new Set(['error', 'warn', 'log', 'info', 'debug']);

/** Writes what `console.log` and the other methods of the console print to the logger "console". */
export function bridgeConsole(logger: Logger = getLogger('console')): Bridge {
  let level: Level = Level.INFO;
  // Of a stream, a console that does not ignore errors uses nothing but `write`.
  const lines = {
    write(text: string): boolean {
      // Formatted already: a percent sign is just a percent sign.
      logger.log(level, '%s', text.replace(/\n$/, ''));
      return true;
    },
  } as Writable;
  // Node's own console does tables, groups and counters; only its output goes elsewhere.
  const inner = new Console({ stdout: lines, stderr: lines, colorMode: false, ignoreErrors: false });
  const target = globalThis.console as unknown as Record<string, unknown>;
  const before = new Map<string, PropertyDescriptor | undefined>();
  for (const [method, methodLevel] of Object.entries(levels)) {
    before.set(method, Object.getOwnPropertyDescriptor(target, method));
    const original = method === 'dir' ? inspectTo(inner) : (inner[method as keyof typeof levels] as (...args: unknown[]) => void);
    const bridged = (...args: unknown[]): void => {
      if (withTrace.has(method) && isError(args.at(-1))) {
        logger.log(methodLevel, args[0], ...args.slice(1));
        return;
      }
      // A value may log while it is being formatted, at another level.
      const outer = level;
      level = methodLevel;
      try {
        original.apply(inner, args);
      } finally {
        level = outer;
      }
    };
    Object.defineProperty(target, method, { value: bridged, configurable: true, enumerable: true, writable: true });
  }
  return {
    remove() {
      for (const [method, descriptor] of before) {
        if (descriptor === undefined) delete target[method];
        else Object.defineProperty(target, method, descriptor);
      }
    },
  };
}

// Node's own `dir` ignores how an object wants to be shown, and with it the masks of its secrets.
function inspectTo(inner: Console): (...args: unknown[]) => void {
  return (value, options) => inner.log('%s', inspect(value, options as InspectOptions | undefined));
}

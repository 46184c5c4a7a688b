import { Console } from 'node:console';
import { Writable } from 'node:stream';

import { getLogger } from '../get-logger.js';
import { Level } from '../level.js';
import { isError } from '../log-message.js';
import type { Logger } from '../logger.js';
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

/** Leads `console.log` and its kin into our lines, under the name "console". */
export function bridgeConsole(logger: Logger = getLogger('console')): Bridge {
  let level: Level = Level.INFO;
  const lines = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      // Formatted already: a percent sign in it is only that.
      logger.log(level, '%s', text.replace(/\n$/, ''));
      done();
    },
  });
  // Node's own console knows tables, groups and counters; ours only leads its text elsewhere.
  const inner = new Console({ stdout: lines, stderr: lines, colorMode: false });
  const target = globalThis.console as unknown as Record<string, unknown>;
  const before = new Map<string, PropertyDescriptor | undefined>();
  for (const [method, methodLevel] of Object.entries(levels)) {
    before.set(method, Object.getOwnPropertyDescriptor(target, method));
    const original = inner[method as keyof typeof levels] as (...args: unknown[]) => void;
    const bridged = (...args: unknown[]): void => {
      if (withTrace.has(method) && isError(args.at(-1))) {
        logger.log(methodLevel, args[0], ...args.slice(1));
        return;
      }
      level = methodLevel;
      original.apply(inner, args);
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

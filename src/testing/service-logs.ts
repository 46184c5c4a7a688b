import { AsyncLocalStorage } from 'node:async_hooks';

import type { Appender } from '../logging/appenders/appender.js';
import { loggerTree } from '../logging/get-logger.js';
import { Level } from '../logging/level.js';
import type { LogEvent } from '../logging/log-event.js';
import type { LoggerSetup } from '../logging/logger-setup.js';
import { LoggerTree } from '../logging/logger-tree.js';
import type { LoggingClock } from '../logging/logging-clock.js';
import type { LoggingFactory } from '../logging/logging-factory.js';
import { CapturedLogs } from './captured-logs.js';

export interface ServiceLogSettings {
  readonly applicationName: string;
  readonly clock: LoggingClock;
  /** Whether lines only are kept, or also go where the configuration sends them. */
  readonly mode: 'captured' | 'configured';
}

/**
 * The log of one service under test. A process has one tree of loggers, but may have several such services: what runs on behalf of one is known by its
 * asynchronous context, and its lines are led to a tree of its own.
 */
export class ServiceLogs {
  private constructor(
    private readonly captured: CapturedLogs,
    private readonly clock: LoggingClock,
    private readonly tree: LoggerTree,
  ) {}

  private undo: (() => void) | undefined = undefined;

  /** Leads lines to `captured`, by the levels of the `logging:` block; those that belong to no service in particular too. */
  static async begin(captured: CapturedLogs, logging: LoggingFactory, settings: ServiceLogSettings): Promise<ServiceLogs> {
    const { clock, mode } = settings;
    const setup = mode === 'configured' ? logging.build(settings) : levelsOf(logging);
    const logs = new ServiceLogs(captured, clock, new LoggerTree(() => silence, clock));
    await logs.tree.apply(withCaptured(setup, captured));
    logs.undo = loggerTree.divert({ appender: logs.appender(), levelOf: (name) => logs.tree.levelOf(name) });
    return logs;
  }

  /** Runs the work on behalf of this service: also what it begins now and does later. */
  run<R>(work: () => R): R {
    return owner.run(this, work);
  }

  /** The service on whose behalf this code runs. */
  static current(): ServiceLogs | undefined {
    return owner.getStore();
  }

  /** Closes what was opened, and lets lines go where they went before. */
  async end(): Promise<void> {
    this.undo?.();
    await this.tree.close();
  }

  private appender(): Appender {
    const { captured, tree } = this;
    return {
      append: (event) => this.take(event),
      appendLine: (line) => captured.appendLine(line),
      flush: () => tree.flush(),
      flushSync: () => tree.flushSync(),
      close: () => Promise.resolve(),
      dropped: 0,
      get writesRequestId() {
        return tree.writesRequestIds;
      },
    };
  }

  private take(event: LogEvent): void {
    const service = ServiceLogs.current();
    if (service !== undefined && service !== this) return;
    // Another service may have asked for finer levels; those set at run time are the process's own.
    const level = Math.min(this.tree.levelOf(event.loggerName).rank, loggerTree.levelOf(event.loggerName).rank);
    if (event.level.rank >= level) this.tree.get(event.loggerName).deliver({ ...event, time: this.clock.now() });
  }
}

const owner = new AsyncLocalStorage<ServiceLogs>();
const silence: LoggerSetup = { level: Level.OFF, appenders: [], loggers: new Map() };

function levelsOf({ level, loggers }: LoggingFactory): LoggerSetup {
  const named = Object.entries(loggers).map(([name, logger]) => [name, { level: logger.level, additive: true, appenders: [] }] as const);
  return { level, appenders: [], loggers: new Map(named) };
}

function withCaptured({ level, appenders, loggers }: LoggerSetup, appender: CapturedLogs): LoggerSetup {
  const kept = { threshold: Level.ALL, appender };
  const named = [...loggers].map(
    // One that hands nothing to those above it would not be heard.
    ([name, logger]) => [name, logger.additive ? logger : { ...logger, appenders: [...logger.appenders, kept] }] as const,
  );
  return { level, appenders: [...appenders, kept], loggers: new Map(named) };
}

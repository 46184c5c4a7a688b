import type { Duration } from '../values/duration.js';
import type { Appender } from './appenders/appender.js';
import { EventCounts } from './event-counts.js';
import { onOneLine } from './layouts/safe-text.js';
import { Level } from './level.js';
import type { AttachedAppender, Diversion, LoggerSetup, LoggingSource } from './logger-setup.js';
import { Logger } from './logger.js';
import type { Route } from './logger.js';
import { systemClock } from './logging-clock.js';
import type { LoggingClock, ScheduledCall } from './logging-clock.js';

/**
 * All loggers of a process by name; "com.example.Thing" is below "com.example". Knows their levels and appenders, and can be reconfigured while they are in
 * use.
 */
export class LoggerTree {
  /** Events that passed their logger's level, for metrics. */
  readonly counts = new EventCounts();
  private readonly loggers = new Map<string, Logger>();
  private readonly levels = new Map<string, Level>();
  private readonly returns = new Map<string, { readonly level: Level | undefined; readonly alarm: ScheduledCall }>();
  private requestIdsWritten = false;
  private rootLevel: Level;
  private setup: LoggerSetup;
  private droppedBefore = 0;
  private readonly diversions = new Set<Diversion>();

  /** Starts with the initial setup, and returns to it when closed. */
  constructor(
    private readonly initial: () => LoggerSetup,
    private readonly clock: LoggingClock = systemClock,
  ) {
    this.setup = initial();
    this.rootLevel = this.setup.level;
    this.takeLevels();
    this.arrangeAll();
  }

  /** The logger of that name; asking again gives the same one. */
  get(name: string): Logger {
    const safeName = onOneLine(name);
    let logger = this.loggers.get(safeName);
    if (logger === undefined) {
      logger = new Logger(safeName, { clock: this.clock, counts: this.counts });
      this.loggers.set(safeName, logger);
      this.arrange(logger);
    }
    return logger;
  }

  /** The names of the loggers in use and of those with a level of their own. */
  names(): readonly string[] {
    return [...new Set([...this.loggers.keys(), ...this.levels.keys()])].sort();
  }

  /**
   * Applies a new configuration. All loggers follow it when the call returns; the promise resolves when the appenders of the previous configuration are
   * flushed and closed. If the new one cannot be built, it throws and the previous one stays in force.
   */
  async configure(source: LoggingSource, applicationName = 'keelson'): Promise<void> {
    // An appender of the next configuration may write to the same file: lines that still wait come first.
    this.flushSync();
    await this.apply(source.build({ applicationName, clock: this.clock }));
  }

  /** Like {@link configure}, with a setup that is already built. */
  async apply(setup: LoggerSetup): Promise<void> {
    const before = appendersOf(this.setup);
    this.setup = setup;
    this.takeLevels();
    this.arrangeAll();
    const kept = new Set(appendersOf(setup));
    const gone = before.filter((appender) => !kept.has(appender));
    await Promise.all(gone.map((appender) => appender.close()));
    for (const appender of gone) this.droppedBefore += appender.dropped;
  }

  /** Resolves when all lines so far have left the process, or when there is no more hope for them. */
  async flush(): Promise<void> {
    await Promise.all(appendersOf(this.setup).map((appender) => appender.flush()));
  }

  /** The same without the event loop, for a process that is about to end. */
  flushSync(): void {
    for (const appender of appendersOf(this.setup)) appender.flushSync();
  }

  /** Flushes and closes all appenders. Later lines go where they went before the first configuration. */
  async close(): Promise<void> {
    await this.apply(this.initial());
  }

  /** The level of a logger, its own or an inherited one. */
  levelOf(name: string): Level {
    for (const ancestor of lineage(keyOf(name))) {
      const level = this.levels.get(ancestor);
      if (level !== undefined) return level;
    }
    return this.rootLevel;
  }

  /**
   * Sets the level of a logger and of all below it without a level of their own. `undefined` lets it inherit again; "" or "ROOT" means all loggers.
   * With a duration, the level returns afterwards to what it was before the first temporary change.
   */
  setLevel(name: string, level: Level | undefined, duration?: Duration): void {
    const key = keyOf(name);
    const earlier = this.returns.get(key);
    earlier?.alarm.cancel();
    this.returns.delete(key);
    if (duration !== undefined) {
      const before = earlier === undefined ? this.ownLevel(key) : earlier.level;
      const alarm = this.clock.schedule(this.clock.now() + duration.toMilliseconds(), () => this.setLevel(key, before));
      this.returns.set(key, { level: before, alarm });
    }
    if (key === root) this.rootLevel = level ?? this.setup.level;
    else if (level === undefined) this.levels.delete(key);
    else this.levels.set(key, level);
    this.arrangeAll();
  }

  /**
   * Sends all events there, and none to the tree's own appenders, until the returned function is called. The tree can be configured and closed in between.
   * With several diversions, each gets every event that it wants.
   */
  divert(diversion: Diversion): () => void {
    this.diversions.add(diversion);
    this.arrangeAll();
    return () => {
      this.diversions.delete(diversion);
      this.arrangeAll();
    };
  }

  /** True while an appender writes the ID of the request being handled: only then is it worth tracking. */
  get writesRequestIds(): boolean {
    if (this.requestIdsWritten) return true;
    for (const { appender } of this.diversions) if (appender.writesRequestId === true) return true;
    return false;
  }

  /** Lines lost by appenders, including those of earlier configurations. */
  get dropped(): number {
    return appendersOf(this.setup).reduce((sum, appender) => sum + appender.dropped, this.droppedBefore);
  }

  /** The levels of the setup replace all others, including those set at run time. */
  private takeLevels(): void {
    this.rootLevel = this.setup.level;
    this.levels.clear();
    for (const [name, { level }] of this.setup.loggers) {
      if (keyOf(name) === root) this.rootLevel = level;
      else this.levels.set(keyOf(name), level);
    }
    for (const { alarm } of this.returns.values()) alarm.cancel();
    this.returns.clear();
  }

  private ownLevel(key: string): Level | undefined {
    return key === root ? this.rootLevel : this.levels.get(key);
  }

  private arrangeAll(): void {
    this.requestIdsWritten = appendersOf(this.setup).some((appender) => appender.writesRequestId === true);
    for (const logger of this.loggers.values()) this.arrange(logger);
  }

  private arrange(logger: Logger): void {
    const level = this.levelOf(logger.name).rank;
    const diverted = [...this.diversions].map((diversion) => diversionRoute(diversion, logger.name, level));
    logger.routes = diverted.length > 0 ? diverted : this.routesOf(logger.name);
    // An event that no appender would take is not created.
    const lowest = Math.min(Level.OFF.rank, ...logger.routes.map((route) => route.threshold));
    logger.threshold = diverted.length > 0 ? lowest : Math.max(level, lowest);
  }

  private routesOf(name: string): readonly Route[] {
    const attached: AttachedAppender[] = [];
    for (const ancestor of lineage(name)) {
      const named = this.setup.loggers.get(ancestor);
      if (named === undefined) continue;
      attached.push(...named.appenders);
      if (!named.additive) return attached.map(routeTo);
    }
    return [...attached, ...this.setup.appenders].map(routeTo);
  }
}

// All loggers at once have two names, as in the reference: "" and "ROOT" in any case.
const root = '';

function keyOf(name: string): string {
  const safeName = onOneLine(name);
  return safeName.toUpperCase() === 'ROOT' ? root : safeName;
}

function routeTo({ threshold, appender }: AttachedAppender): Route {
  return { threshold: threshold.rank, appender };
}

function diversionRoute(diversion: Diversion, name: string, level: number): Route {
  return { threshold: Math.min(level, diversion.levelOf(name).rank), appender: diversion.appender };
}

function appendersOf(setup: LoggerSetup): readonly Appender[] {
  const attached = [...setup.appenders, ...[...setup.loggers.values()].flatMap((logger) => logger.appenders)];
  return [...new Set(attached.map(({ appender }) => appender))];
}

/** The name and its parents: a.b.c, a.b, a. */
function* lineage(name: string): Generator<string> {
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) yield name.slice(0, end);
}

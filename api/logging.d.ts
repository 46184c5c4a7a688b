// logging/appenders/appender
export interface Appender {
  append(event: LogEvent): void;
  appendLine(line: string, time: number): void;
  appendRecord?(record: LogRecord): void;
  flush(): Promise<void>;
  flushSync(): void;
  close(): Promise<void>;
  readonly dropped: number;
  readonly writesRequestId?: boolean;
  readonly direct?: DirectPlace | undefined;
}

// logging/appenders/appender-factory
export declare abstract class AppenderFactory {
  threshold: Level;
  abstract build(surroundings: LoggingSurroundings): Appender;
}

// logging/appenders/file-appender
export interface ArchiveOptions {
  readonly pattern: string | ArchivePattern;
  readonly zone: TimeZone;
  readonly keep: number;
  readonly maxBytes?: number;
}

// logging/appenders/archive-name
export declare class ArchivePattern {
  readonly text: string;
  readonly directory: string;
  readonly compressed: boolean;
  static parse(text: string): ArchivePattern;
  static readonly jsonSchema: JsonSchema;
  static fromJson(value: unknown): ArchivePattern;
  toString(): string;
  toJSON(): string;
  resolved(): ArchivePattern;
  get unit(): PeriodUnit | undefined;
  get hasIndex(): boolean;
  get warnings(): readonly string[];
  nameFor({ time, zone, index, copy }: ArchiveRequest): string;
  uncompressedNameFor(archive: ArchiveRequest): string;
  identify(name: string): ArchiveIdentity | undefined;
  indexReader(time: number, zone: TimeZone): (name: string) => number | undefined;
}

// logging/logger-setup
export interface AttachedAppender {
  readonly threshold: Level;
  readonly appender: Appender;
}

// logging/bridges/bridge
export interface Bridge {
  remove(): void;
}

// logging/appenders/console-appender
export declare class ConsoleAppender extends LayoutAppender {
  constructor({ target, layout, bufferBytes: limit }: ConsoleAppenderOptions);
}

// logging/appenders/console-appender-factory
export declare class ConsoleAppenderFactory extends LayoutAppenderFactory {
  target: keyof typeof ConsoleTarget;
  bufferSize: DataSize;
  build(): Appender;
}

// logging/appenders/console-appender
export interface ConsoleAppenderOptions {
  readonly target: 'stdout' | 'stderr';
  readonly layout: Layout;
  readonly bufferBytes?: number;
}

// logging/log-event
export type ContextFields = Readonly<Record<string, unknown>>;

// logging/bridges/debug-bridge
export interface DebugPackage {
  log?(this: {
    readonly namespace: string;
  }, ...args: unknown[]): unknown;
  formatArgs?(this: {
    readonly namespace: string;
  }, args: unknown[]): void;
  coerce?(this: void, value: unknown): unknown;
}

// logging/appenders/appender
export interface DirectPlace {
  readonly target: {
    readonly descriptor: number;
  } | {
    readonly path: string;
  };
  readonly layout: LayoutRecipe | undefined;
}

// logging/logger-setup
export interface Diversion {
  readonly appender: Appender;
  levelOf(loggerName: string): Level;
}

// logging/event-counts
export declare class EventCounts {
  add(level: Level): void;
  of(level: Level): number;
  get trace(): number;
  get debug(): number;
  get info(): number;
  get warn(): number;
  get error(): number;
  get all(): number;
}

// logging/appenders/file-appender
export declare class FileAppender extends LayoutAppender {
  constructor(options: FileAppenderOptions);
}

// logging/appenders/file-appender-factory
export declare class FileAppenderFactory extends LayoutAppenderFactory {
  currentLogFilename?: string;
  archive: boolean;
  archivedLogFilenamePattern?: ArchivePattern;
  archivedFileCount: number;
  maxFileSize?: DataSize;
  bufferSize: DataSize;
  isFilenameNotEmpty(): boolean;
  isFilenameGiven(): boolean;
  isPatternGiven(): boolean;
  isIndexGivenForSize(): boolean;
  isSizeGivenForIndex(): boolean;
  build({ clock }: LoggingSurroundings): Appender;
}

// logging/appenders/file-appender
export interface FileAppenderOptions {
  readonly path?: string;
  readonly layout: Layout;
  readonly archive?: ArchiveOptions;
  readonly bufferBytes?: number;
  readonly clock?: LoggingClock;
}

// logging/layouts/json-layout
export declare class JsonLayout implements Layout {
  readonly recipe: LayoutRecipe;
  readonly writesRequestId = true;
  format(event: LogEvent): string;
  formatRecord({ loggerName, time, fields }: LogRecord): string;
}

// logging/layouts/layout-factory
export declare class JsonLayoutFactory extends LayoutFactory {
  build(): Layout;
}

// logging/layouts/layout
export interface Layout {
  format(event: LogEvent): string;
  formatRecord?(record: LogRecord): string;
  readonly writesRequestId?: boolean;
  readonly recipe?: LayoutRecipe;
}

// logging/appenders/appender-factory
export declare abstract class LayoutAppenderFactory extends AppenderFactory {
  timeZone: TimeZone;
  layout: LayoutFactory;
  protected buildLayout(): Layout;
}

// logging/layouts/layout-factory
export declare abstract class LayoutFactory {
  abstract build(zone: TimeZone): Layout;
}

// logging/layouts/layout
export type LayoutRecipe = {
  readonly type: 'text';
  readonly timeZone: string;
} | {
  readonly type: 'json';
};

// logging/level
export declare class Level {
  readonly name: string;
  readonly rank: number;
  static readonly ALL: Level;
  static readonly TRACE: Level;
  static readonly DEBUG: Level;
  static readonly INFO: Level;
  static readonly WARN: Level;
  static readonly ERROR: Level;
  static readonly OFF: Level;
  static readonly values: readonly Level[];
  static readonly jsonSchema: JsonSchema;
  static parse(value: unknown): Level;
  static fromJson(value: unknown): Level;
  admits(other: Level): boolean;
  toString(): string;
  toJSON(): string;
}

// logging/log-event
export interface LogEvent {
  readonly level: Level;
  readonly loggerName: string;
  readonly time: number;
  readonly message: string;
  readonly error: Error | undefined;
  readonly context: ContextFields | undefined;
  readonly requestId?: string | undefined;
  readonly trace?: LogTrace | undefined;
}

// logging/appenders/file-appender
export declare class LogFileError extends Error {
  readonly path: string;
  readonly cause: Error;
  readonly name = "LogFileError";
  readonly code = "KEELSON_LOG_FILE";
  constructor(path: string, cause: Error);
}

// logging/log-event
export interface LogRecord {
  readonly loggerName: string;
  readonly time: number;
  readonly line: string;
  readonly fields: ContextFields;
}

// logging/log-event
export interface LogTrace {
  readonly traceId: string;
  readonly spanId: string;
}

// logging/logger
export declare class Logger {
  readonly name: string;
  threshold: number;
  routes: readonly Route[];
  constructor(name: string, surroundings: LoggerSurroundings);
  error(message: unknown, ...args: unknown[]): void;
  warn(message: unknown, ...args: unknown[]): void;
  info(message: unknown, ...args: unknown[]): void;
  debug(message: unknown, ...args: unknown[]): void;
  trace(message: unknown, ...args: unknown[]): void;
  log(level: Level, message: unknown, ...args: unknown[]): void;
  isErrorEnabled(): boolean;
  isWarnEnabled(): boolean;
  isInfoEnabled(): boolean;
  isDebugEnabled(): boolean;
  isTraceEnabled(): boolean;
  isEnabled(level: Level): boolean;
  now(): number;
  deliver(event: LogEvent): void;
}

// logging/logger-factory
export declare class LoggerFactory {
  static readonly shortFormSchema: Readonly<Record<string, unknown>>;
  level: Level;
  additive: boolean;
  appenders: AppenderFactory[];
  static fromScalar(value: unknown): LoggerFactory;
}

// logging/logger-setup
export interface LoggerSetup {
  readonly level: Level;
  readonly appenders: readonly AttachedAppender[];
  readonly loggers: ReadonlyMap<string, NamedLoggerSetup>;
}

// logging/logger-tree
export declare class LoggerTree {
  readonly counts: EventCounts;
  constructor(initial: () => LoggerSetup, clock?: LoggingClock);
  get(name: string): Logger;
  names(): readonly string[];
  configure(source: LoggingSource, applicationName?: string): Promise<void>;
  apply(setup: LoggerSetup): Promise<void>;
  flush(): Promise<void>;
  flushSync(): void;
  close(): Promise<void>;
  levelOf(name: string): Level;
  setLevel(name: string, level: Level | undefined, duration?: Duration): void;
  divert(diversion: Diversion): () => void;
  get writesRequestIds(): boolean;
  get dropped(): number;
}

// logging/logging-clock
export interface LoggingClock {
  now(): number;
  schedule(time: number, callback: () => void): ScheduledCall;
}

// logging/logging-context
export declare class LoggingContext {
  static run<R>(fields: ContextFields, work: () => R): R;
  static runForRequest<R>(requestId: string | undefined, work: () => R, trace?: LogTrace): R;
  static current(): ContextFields | undefined;
  static get requestId(): string | undefined;
  static get trace(): LogTrace | undefined;
}

// logging/logging-factory
export declare class LoggingFactory implements LoggingSource {
  level: Level;
  loggers: Record<string, LoggerFactory>;
  appenders: AppenderFactory[];
  build(surroundings: LoggingSurroundings): LoggerSetup;
}

// logging/logger-setup
export interface LoggingSource {
  build(surroundings: LoggingSurroundings): LoggerSetup;
}

// logging/logger-setup
export interface LoggingSurroundings {
  readonly applicationName: string;
  readonly clock: LoggingClock;
}

// logging/appenders/memory-appender
export declare class MemoryAppender implements Appender {
  readonly dropped = 0;
  constructor(layout?: Layout);
  get writesRequestId(): boolean;
  append(event: LogEvent): void;
  appendLine(line: string): void;
  appendRecord(record: LogRecord): void;
  get events(): readonly LogEvent[];
  get messages(): readonly string[];
  get text(): string;
  clear(): void;
  flush(): Promise<void>;
  flushSync(): void;
  close(): Promise<void>;
}

// logging/logger-setup
export interface NamedLoggerSetup {
  readonly level: Level;
  readonly additive: boolean;
  readonly appenders: readonly AttachedAppender[];
}

// logging/bridges/pino-bridge
export interface PinoDestination {
  readonly writable: true;
  write(line: string): void;
}

// logging/logging-clock
export interface ScheduledCall {
  cancel(): void;
}

// logging/appenders/syslog-appender
export declare class SyslogAppender implements Appender {
  readonly writesRequestId: boolean;
  constructor(options: SyslogAppenderOptions);
  append(event: LogEvent): void;
  appendLine(line: string, time: number): void;
  flush(): Promise<void>;
  flushSync(): void;
  close(): Promise<void>;
  get dropped(): number;
}

// logging/appenders/syslog-appender-factory
export declare class SyslogAppenderFactory extends AppenderFactory {
  host: string;
  port: number;
  facility: SyslogFacility;
  protocol: keyof typeof SyslogProtocol;
  format: SyslogFormat;
  includeStackTrace: boolean;
  bufferSize: DataSize;
  build({ applicationName }: LoggingSurroundings): Appender;
}

// logging/appenders/syslog-appender
export type SyslogAppenderOptions = SyslogHeader & SyslogTarget & {
  readonly bufferBytes?: number;
};

// logging/layouts/text-layout
export declare class TextLayout implements Layout {
  readonly recipe: LayoutRecipe;
  constructor(zone: TimeZone);
  format(event: LogEvent): string;
  formatRecord({ line }: LogRecord): string;
}

// logging/layouts/layout-factory
export declare class TextLayoutFactory extends LayoutFactory {
  build(zone: TimeZone): Layout;
}

// logging/layouts/time-zone
export declare class TimeZone {
  readonly id: string;
  static readonly UTC: TimeZone;
  static of(id: string): TimeZone;
  static readonly jsonSchema: JsonSchema;
  static fromJson(value: unknown): TimeZone;
  toJSON(): string;
  offsetAt(time: number): number;
  wallTimeAt(time: number): WallTime;
}

// logging/bridges/winston-bridge
export interface WinstonTransport extends Writable {
  log(entry: Readonly<Record<string, unknown>>, done: () => void): void;
}

// logging/bootstrap-logging
export declare function bootstrapLogging(level?: Level): Promise<void>;

// logging/bridges/console-bridge
export declare function bridgeConsole(logger?: Logger): Bridge;

// logging/bridges/debug-bridge
export declare function bridgeDebug(debug: DebugPackage, loggerFor?: (name: string) => Logger): Bridge;

// logging/bridges/debuglog-bridge
export declare function bridgeDebuglog(loggerFor?: (name: string) => Logger): Bridge;

// logging/bridges/bridge-front-ends
export declare function bridgeFrontEnds(): Bridge;

// logging/bridges/uncaught-bridge
export declare function bridgeUncaught(logger?: Logger): Bridge;

// logging/bridges/warning-bridge
export declare function bridgeWarnings(logger?: Logger): Bridge;

// logging/built-in-appenders
export declare const builtInAppenders: readonly [typeof ConsoleAppenderFactory, typeof FileAppenderFactory, typeof SyslogAppenderFactory];

// logging/built-in-appenders
export declare const builtInLayouts: readonly [typeof TextLayoutFactory, typeof JsonLayoutFactory];

// logging/get-logger
export declare function getLogger(name: string | (abstract new (...args: never[]) => unknown)): Logger;

// logging/get-logger
export declare const loggerTree: LoggerTree;

// logging/bridges/pino-bridge
export declare function pinoDestination(loggerFor?: (name: string) => Logger): PinoDestination;

// logging/bridges/winston-bridge
export declare function winstonTransport(loggerFor?: (name: string) => Logger): WinstonTransport;

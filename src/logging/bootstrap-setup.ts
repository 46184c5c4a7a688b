import { ConsoleAppender } from './appenders/console-appender.js';
import { TextLayout } from './layouts/text-layout.js';
import { TimeZone } from './layouts/time-zone.js';
import { Level } from './level.js';
import type { LoggerSetup } from './logger-setup.js';

/** The setup before any configuration is read: WARN and above to the console. */
export function bootstrapSetup(level: Level = Level.WARN): LoggerSetup {
  const appender = new ConsoleAppender({ target: 'stdout', layout: new TextLayout(TimeZone.UTC) });
  return { level, appenders: [{ threshold: Level.ALL, appender }], loggers: new Map() };
}

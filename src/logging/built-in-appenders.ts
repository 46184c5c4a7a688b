import { ConsoleAppenderFactory } from './appenders/console-appender-factory.js';
import { FileAppenderFactory } from './appenders/file-appender-factory.js';
import { SyslogAppenderFactory } from './appenders/syslog-appender-factory.js';
import { JsonLayoutFactory, TextLayoutFactory } from './layouts/layout-factory.js';

/** The built-in appenders, to be registered among the subtypes. */
export const builtInAppenders = [ConsoleAppenderFactory, FileAppenderFactory, SyslogAppenderFactory] as const;

/** The built-in layouts, to be registered among the subtypes. */
export const builtInLayouts = [TextLayoutFactory, JsonLayoutFactory] as const;

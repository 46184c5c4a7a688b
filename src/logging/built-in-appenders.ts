import { ConsoleAppenderFactory } from './appenders/console-appender-factory.js';
import { FileAppenderFactory } from './appenders/file-appender-factory.js';
import { SyslogAppenderFactory } from './appenders/syslog-appender-factory.js';
import { JsonLayoutFactory, TextLayoutFactory } from './layouts/layout-factory.js';

/** The appenders that come with the framework, to be registered among the subtypes. */
export const builtInAppenders = [ConsoleAppenderFactory, FileAppenderFactory, SyslogAppenderFactory] as const;

/** The layouts that come with the framework, to be registered among the subtypes. */
export const builtInLayouts = [TextLayoutFactory, JsonLayoutFactory] as const;

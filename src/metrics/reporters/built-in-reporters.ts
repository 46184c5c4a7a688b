import { LogReporterFactory } from './log-reporter.js';

/** The reporters that come with the framework, to be registered among the subtypes. */
export const builtInReporters = [LogReporterFactory] as const;

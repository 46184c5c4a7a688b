import type { ContextFields, LogEvent } from '../log-event.js';
import { inspected } from '../value-text.js';
import { errorLines } from './error-lines.js';
import type { Layout, LayoutRecipe } from './layout.js';
import { Timestamp } from './timestamp.js';

/**
 * One JSON object a line, for machines: timestamp (ISO 8601, UTC), level, logger, message, then context and exception where there are any.
 */
export class JsonLayout implements Layout {
  readonly recipe: LayoutRecipe = { type: 'json' };
  private readonly timestamp = Timestamp.iso();

  format(event: LogEvent): string {
    const { level, loggerName, time, message, error, context } = event;
    let line = `{"timestamp":"${this.timestamp.format(time)}","level":"${level.name}","logger":${quoted(loggerName)},"message":${quoted(message)}`;
    if (context !== undefined) line += `,"context":${contextJson(context)}`;
    if (error !== undefined) line += `,"exception":${JSON.stringify(errorLines(error).join('\n'))}`;
    return `${line}}\n`;
  }
}

// What JSON writes otherwise than it is; for all else two quotes are several times faster than JSON.stringify.
const escaped = /["\\\x00-\x1f\ud800-\udfff]/;

function quoted(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`;
}

// Field by field, so that one value that has no JSON form does not cost the others.
function contextJson(fields: ContextFields): string {
  const members: string[] = [];
  for (const [name, value] of Object.entries(fields)) members.push(`${JSON.stringify(name)}:${valueJson(value)}`);
  return `{${members.join(',')}}`;
}

function valueJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? JSON.stringify(inspected(value));
  } catch {
    return JSON.stringify(inspected(value));
  }
}

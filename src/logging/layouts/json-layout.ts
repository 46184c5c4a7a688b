import { maskedJson } from '../../json/secret-members.js';
import type { ContextFields, LogEvent, LogRecord } from '../log-event.js';
import { inspected } from '../value-text.js';
import { errorLines } from './error-lines.js';
import type { Layout, LayoutRecipe } from './layout.js';
import { machineFields } from './machine-fields.js';
import { Timestamp } from './timestamp.js';

/**
 * One JSON object a line, for machines: timestamp (ISO 8601, UTC), level, logger, message, then context and exception if there are any. The ID of the
 * request being handled is a field of the context.
 */
export class JsonLayout implements Layout {
  readonly recipe: LayoutRecipe = { type: 'json' };
  readonly writesRequestId = true;
  private readonly timestamp = Timestamp.iso();

  format(event: LogEvent): string {
    const { level, loggerName, time, message, error } = event;
    const context = machineFields(event);
    let line = `{"timestamp":"${this.timestamp.format(time)}","level":"${level.name}","logger":${quoted(loggerName)},"message":${quoted(message)}`;
    if (context !== undefined) line += `,"context":{${membersJson(context)}}`;
    if (error !== undefined) line += `,"exception":${JSON.stringify(errorLines(error).join('\n'))}`;
    return `${line}}\n`;
  }

  formatRecord({ loggerName, time, fields }: LogRecord): string {
    const members = membersJson(fields);
    return `{"timestamp":"${this.timestamp.format(time)}","logger":${quoted(loggerName)}${members === '' ? '' : `,${members}`}}\n`;
  }
}

// Characters that JSON escapes. Text without them only needs quotes, which is several times faster than JSON.stringify.
const escaped = /["\\\x00-\x1f\ud800-\udfff]/;

function quoted(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`;
}

// Field by field: a value without a JSON form must not cost the others.
function membersJson(fields: ContextFields): string {
  const members: string[] = [];
  for (const [name, value] of Object.entries(fields)) members.push(`${JSON.stringify(name)}:${valueJson(value)}`);
  return members.join(',');
}

function valueJson(value: unknown): string {
  try {
    return maskedJson(value) ?? JSON.stringify(inspected(value));
  } catch {
    return JSON.stringify(inspected(value));
  }
}

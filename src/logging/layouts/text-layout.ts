import { Level } from '../level.js';
import type { ContextFields, LogEvent, LogRecord } from '../log-event.js';
import { inspected } from '../value-text.js';
import { errorLines } from './error-lines.js';
import type { Layout, LayoutRecipe } from './layout.js';
import { isSafe, onOneLine, safeLines } from './safe-text.js';
import type { TimeZone } from './time-zone.js';
import { Timestamp } from './timestamp.js';

const openings: readonly string[] = [...Level.values].sort((a, b) => a.rank - b.rank).map((level) => `${level.name.padEnd(5)} [`);

/**
 * Lines for people: `INFO  [2026-11-14 06:42:35,274] com.example.Thing: message {order=7}`.
 *
 * Further lines of a message begin with "| ", those of a stack trace with "! ", and a line "!" ends the trace, so that a message cannot forge a log
 * line.
 */
export class TextLayout implements Layout {
  readonly recipe: LayoutRecipe;
  private readonly timestamp: Timestamp;

  constructor(zone: TimeZone) {
    this.recipe = { type: 'text', timeZone: zone.id };
    this.timestamp = new Timestamp(zone);
  }

  format(event: LogEvent): string {
    const message = isSafe(event.message) ? event.message : markedLines(event.message);
    const context = event.context === undefined ? '' : contextText(event.context);
    const line = `${openings[event.level.rank]!}${this.timestamp.format(event.time)}] ${event.loggerName}: ${message}${context}\n`;
    return event.error === undefined ? line : line + traceText(event.error);
  }

  formatRecord({ line }: LogRecord): string {
    return `${line}\n`;
  }
}

/** The "! " lines of an error and the "!" that ends them, as in the log and wherever else a trace is shown. */
export function traceText(error: Error): string {
  let text = '';
  for (const line of errorLines(error)) text += `! ${line}\n`;
  return `${text}!\n`;
}

function markedLines(message: string): string {
  const [first, ...others] = safeLines(message);
  return first! + others.map((line) => (line === '' ? '\n|' : `\n| ${line}`)).join('');
}

/** " {requestId=a1, user=ann}", or nothing if there are no fields. */
export function contextText(fields: ContextFields): string {
  let text = '';
  for (const [name, value] of Object.entries(fields)) {
    text += `${text === '' ? ' {' : ', '}${onOneLine(name)}=${onOneLine(typeof value === 'string' ? value : inspected(value))}`;
  }
  return text === '' ? '' : `${text}}`;
}

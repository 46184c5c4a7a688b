import { hostname } from 'node:os';

import { errorLines } from '../layouts/error-lines.js';
import { machineFields } from '../layouts/machine-fields.js';
import { onOneLine, safeLines } from '../layouts/safe-text.js';
import { contextText } from '../layouts/text-layout.js';
import { Level } from '../level.js';
import type { ContextFields, LogEvent } from '../log-event.js';
import { inspected } from '../value-text.js';

/** The facilities of syslog, in the order of their numbers (RFC 5424 §6.2.1). */
export const SyslogFacility = {
  kern: 'kern',
  user: 'user',
  mail: 'mail',
  daemon: 'daemon',
  auth: 'auth',
  syslog: 'syslog',
  lpr: 'lpr',
  news: 'news',
  uucp: 'uucp',
  cron: 'cron',
  authpriv: 'authpriv',
  ftp: 'ftp',
  ntp: 'ntp',
  audit: 'audit',
  alert: 'alert',
  clock: 'clock',
  local0: 'local0',
  local1: 'local1',
  local2: 'local2',
  local3: 'local3',
  local4: 'local4',
  local5: 'local5',
  local6: 'local6',
  local7: 'local7',
} as const;
export type SyslogFacility = keyof typeof SyslogFacility;

/** The forms of a syslog message: the old one of BSD, and the one with structured data. */
export const SyslogFormat = { rfc3164: 'rfc3164', rfc5424: 'rfc5424' } as const;
export type SyslogFormat = keyof typeof SyslogFormat;

export interface SyslogHeader {
  readonly facility: SyslogFacility;
  readonly format: SyslogFormat;
  readonly appName: string;
  /** Whether the lines of a stack trace are sent, each as a message of its own. */
  readonly includeStackTrace: boolean;
}

const longestMessage = 8192;
/** Bytes of fields in the structured data; the text has the rest of the message. */
const mostStructuredData = 4096;
const shortestText = 1024;
const informational = 6;
const severities = new Map([
  [Level.ERROR, 3],
  [Level.WARN, 4],
  [Level.INFO, informational],
]);
const debugSeverity = 7;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Turns events into syslog messages: one for each line, because a message must not hold a line end; further lines begin with a tab. */
export class SyslogMessages {
  private readonly facility: number;
  private readonly host = token(hostname(), 255);
  private readonly appName: string;

  constructor(private readonly header: SyslogHeader) {
    this.facility = Object.keys(SyslogFacility).indexOf(header.facility);
    this.appName = token(header.appName, header.format === 'rfc3164' ? 32 : 48);
  }

  /** The messages of an event, each ended by a newline. */
  ofEvent(event: LogEvent): string {
    const { error, level, loggerName, message, time } = event;
    const context = this.header.format === 'rfc3164' ? event.context : machineFields(event);
    const [first, ...others] = safeLines(message);
    const inText = context !== undefined && this.header.format === 'rfc3164' ? contextText(context) : '';
    const lines = [`${loggerName}: ${first}${inText}`, ...others.map((line) => `\t${line}`)];
    if (error !== undefined && this.header.includeStackTrace) lines.push(...errorLines(error).map((line) => `\t${line}`));
    const head = this.head(severities.get(level) ?? debugSeverity, time, context);
    return lines.map((line) => this.message(head, line)).join('');
  }

  /** The message of a finished line, as information. */
  ofLine(line: string, time: number): string {
    return this.message(this.head(informational, time, undefined), onOneLine(line));
  }

  private message(head: string, text: string): string {
    return `${head}${cut(text, Math.max(shortestText, longestMessage - Buffer.byteLength(head)))}\n`;
  }

  private head(severity: number, time: number, context: ContextFields | undefined): string {
    const priority = `<${this.facility * 8 + severity}>`;
    if (this.header.format === 'rfc3164') return `${priority}${oldTimestamp(time)} ${this.host} ${this.appName}[${process.pid}]: `;
    return `${priority}1 ${new Date(time).toISOString()} ${this.host} ${this.appName} ${process.pid} - ${structuredData(context)} `;
  }
}

// RFC 3164 §4.1.2: local time, the day padded with a blank.
function oldTimestamp(time: number): string {
  const date = new Date(time);
  return `${months[date.getMonth()]} ${String(date.getDate()).padStart(2, ' ')} ${date.toTimeString().slice(0, 8)}`;
}

// RFC 5424 §6.3; 32473 is the enterprise number that is kept for uses without one of their own (RFC 5612).
function structuredData(context: ContextFields | undefined): string {
  let fields = '';
  for (const [name, value] of Object.entries(context ?? {})) {
    const text = onOneLine(typeof value === 'string' ? value : inspected(value)).replace(/["\\\]]/g, '\\$&');
    const field = ` ${nameOf(name)}="${text}"`;
    // Cut between fields: half a field would make the whole message unreadable.
    if (Buffer.byteLength(fields) + Buffer.byteLength(field) > mostStructuredData) {
      fields += ' cut="true"';
      break;
    }
    fields += field;
  }
  return fields === '' ? '-' : `[context@32473${fields}]`;
}

// SD-NAME of RFC 5424 §6.3.3: one to 32 printable ASCII characters, without blank, "=", "]" and the quote.
function nameOf(text: string): string {
  return text.replace(/[^!-~]|["=\]]/g, '_').slice(0, 32) || '_';
}

// A name in a header: printable ASCII without blanks and, for RFC 3164, without the characters that end a tag.
function token(text: string, longest: number): string {
  return text.replace(/[^!-~]|[:[\]]/g, '_').slice(0, longest) || '-';
}

// Receivers cut at 8 KiB by default; a cut of our own says so and ends on a whole character.
function cut(text: string, longest: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= longest) return text;
  const mark = ` ... (${bytes.length} bytes, cut)`;
  let end = longest - mark.length;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end) + mark;
}

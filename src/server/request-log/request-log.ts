import type { Exchange, ExchangeOutcome } from '../../http/exchange.js';
import type { Handler } from '../../http/handler.js';
import type { Appender } from '../../logging/appenders/appender.js';
import { systemClock } from '../../logging/logging-clock.js';
import type { LoggingClock } from '../../logging/logging-clock.js';
import { statusOf } from './outcome-status.js';
import { RequestLogClock } from './request-log-clock.js';

/** Which requests the log tells of, and in which time zone. */
export interface RequestLogOptions {
  readonly timeZone: string;
  /** Requests to these paths, or below them, are not logged. */
  readonly excludedPaths: readonly string[];
  /** The machine's unless given. */
  readonly clock?: LoggingClock;
}

/**
 * Writes a line per request when its reply has ended:
 * `127.0.0.1 - - [12/Mar/2016:10:11:12 +0000] "GET /greet?name=Charley HTTP/1.1" 200 15 "-" "curl/8" 12`, the last number in milliseconds.
 */
export class RequestLog {
  private readonly dates: RequestLogClock;
  private readonly now: () => number;

  constructor(
    private readonly appenders: readonly Appender[],
    private readonly options: RequestLogOptions,
  ) {
    this.dates = new RequestLogClock(options.timeZone);
    const { clock = systemClock } = options;
    this.now = () => clock.now();
  }

  handler(next: Handler): Handler {
    const { excludedPaths } = this.options;
    return (exchange) => {
      if (excludedPaths.length === 0 || !excludedPaths.some((prefix) => isBelow(exchange.path, prefix))) {
        const begun = performance.now();
        // Read now: the path changes as the exchange enters contexts, and the address is lost with the connection.
        const { path, remoteAddress } = exchange;
        exchange.onFinished((outcome) => this.write(exchange, { path, remoteAddress, outcome, milliseconds: performance.now() - begun }));
      }
      return next(exchange);
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.appenders.map((appender) => appender.close()));
  }

  private write({ method, rawQuery, httpVersion, headers }: Exchange, { path, remoteAddress, outcome, milliseconds }: Finished): void {
    const target = rawQuery === '' ? path : `${path}?${rawQuery}`;
    const now = this.now();
    const line =
      `${withoutBlanks(remoteAddress)} - - [${this.dates.format(now)}] "${safe(method)} ${safe(target)} HTTP/${httpVersion}" ` +
      `${statusOf(outcome)} ${outcome.bodyBytes} "${safe(headers.get('referer'))}" "${safe(headers.get('user-agent'))}" ${Math.round(milliseconds)}`;
    for (const appender of this.appenders) appender.appendLine(line, now);
  }
}

interface Finished {
  /** As the client sent it. */
  readonly path: string;
  readonly remoteAddress: string;
  readonly outcome: ExchangeOutcome;
  readonly milliseconds: number;
}

// A client must not be able to end a quoted field or the line, nor to change how the line looks on a terminal.
function safe(text: string | undefined): string {
  if (text === undefined || text === '') return '-';
  return hasUnsafe.test(text) ? text.replace(unsafe, escape) : text;
}

// The first field has no quotes, so a blank would end it.
function withoutBlanks(text: string): string {
  return safe(text).replace(/ /g, '\\x20');
}

function escape(character: string): string {
  if (character === '"' || character === '\\') return `\\${character}`;
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || (path.startsWith(prefix) && (prefix.endsWith('/') || path[prefix.length] === '/'));
}

// Control characters (C0, DEL, C1), line and paragraph separators, marks and overrides of the writing direction, invisible characters.
const unsafe = /[\u0000-\u001f\u007f-\u009f"\\\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const hasUnsafe = new RegExp(unsafe.source);

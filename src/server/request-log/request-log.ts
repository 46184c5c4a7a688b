import type { Exchange, ExchangeOutcome } from '../../http/exchange.js';
import type { Handler } from '../../http/handler.js';
import type { Appender } from '../../logging/appenders/appender.js';
import { systemClock } from '../../logging/logging-clock.js';
import type { LoggingClock } from '../../logging/logging-clock.js';
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
        // The path of an exchange changes as it enters contexts; the line tells what the client sent.
        const { path } = exchange;
        exchange.onFinished((outcome) => this.write(exchange, path, outcome, performance.now() - begun));
      }
      return next(exchange);
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.appenders.map((appender) => appender.close()));
  }

  private write(exchange: Exchange, path: string, { status, bodyBytes }: ExchangeOutcome, milliseconds: number): void {
    const { method, rawQuery, httpVersion, headers, remoteAddress } = exchange;
    const target = rawQuery === '' ? path : `${path}?${rawQuery}`;
    const now = this.now();
    const line =
      `${remoteAddress === '' ? '-' : remoteAddress} - - [${this.dates.format(now)}] "${method} ${safe(target)} HTTP/${httpVersion}" ` +
      `${status} ${bodyBytes} "${safe(headers.get('referer'))}" "${safe(headers.get('user-agent'))}" ${Math.round(milliseconds)}`;
    for (const appender of this.appenders) appender.appendLine(line, now);
  }
}

// What a client sends must not be able to end the quoted field, or the line.
function safe(text: string | undefined): string {
  if (text === undefined || text === '') return '-';
  return unsafe.test(text) ? text.replace(/[\u0000-\u001f\u007f-\u009f"\\]/g, escape) : text;
}

function escape(character: string): string {
  return character === '"' || character === '\\' ? `\\${character}` : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || (path.startsWith(prefix) && (prefix.endsWith('/') || path[prefix.length] === '/'));
}

const unsafe = /[\u0000-\u001f\u007f-\u009f"\\]/;

import type { Exchange } from '../../http/exchange.js';
import type { Wrap } from '../../http/handler.js';
import type { Appender } from '../../logging/appenders/appender.js';
import { systemClock } from '../../logging/logging-clock.js';
import type { LoggingClock } from '../../logging/logging-clock.js';
import type { RefusedRequest } from '../engines/engine.js';
import { RefusedRecord } from './refused-record.js';
import { RequestLogClock } from './request-log-clock.js';
import { RequestRecord } from './request-record.js';
import type { Finished } from './request-record.js';

/** Which requests are logged, and how. */
export interface RequestLogOptions {
  readonly timeZone: string;
  /** Requests to these paths, or below them, are not logged. */
  readonly excludedPaths: readonly string[];
  /** Whether text lines end with the ID of the request; JSON has it in any case. */
  readonly requestId?: boolean;
  /** The machine's unless given. */
  readonly clock?: LoggingClock;
}

/**
 * Writes an entry per request when its reply has ended, in the layout of each appender. As text it is
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

  /** Logs each request that passes through. */
  readonly wrap: Wrap = (next) => {
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
  };

  /** Writes the entry of a request that the engine answered itself. */
  writeRefused(refused: RefusedRequest): void {
    this.append(new RefusedRecord(refused, this.now(), this.dates));
  }

  async close(): Promise<void> {
    await Promise.all(this.appenders.map((appender) => appender.close()));
  }

  private write(exchange: Exchange, finished: Finished): void {
    this.append(new RequestRecord(exchange, finished, { time: this.now(), dates: this.dates, requestId: this.options.requestId }));
  }

  private append(record: RequestRecord | RefusedRecord): void {
    for (const appender of this.appenders) {
      if (appender.appendRecord === undefined) appender.appendLine(record.line, record.time);
      else appender.appendRecord(record);
    }
  }
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || (path.startsWith(prefix) && (prefix.endsWith('/') || path[prefix.length] === '/'));
}

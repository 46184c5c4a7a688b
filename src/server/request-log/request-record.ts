import type { Exchange, ExchangeOutcome } from '../../http/exchange.js';
import { securityOf } from '../../http/security-context.js';
import { traceOf } from '../../http/trace-context.js';
import type { ContextFields, LogRecord } from '../../logging/log-event.js';
import { safe, withoutBlanks } from './escaped-field.js';
import { statusOf } from './outcome-status.js';
import type { RequestLogClock } from './request-log-clock.js';

/** A request whose reply has ended. */
export interface Finished {
  /** As the client sent it. */
  readonly path: string;
  readonly remoteAddress: string;
  readonly outcome: ExchangeOutcome;
  readonly milliseconds: number;
}

interface Presentation {
  readonly time: number;
  readonly dates: RequestLogClock;
  /** Whether the line ends with the ID of the request. */
  readonly requestId: boolean | undefined;
}

/** A finished request as the request log writes it: a line for people, fields for machines, each made only if a layout wants it. */
export class RequestRecord implements LogRecord {
  readonly loggerName = 'http.request';

  constructor(
    private readonly exchange: Exchange,
    private readonly finished: Finished,
    private readonly presentation: Presentation,
  ) {}

  get time(): number {
    return this.presentation.time;
  }

  get line(): string {
    const { method, httpVersion, headers, requestId } = this.exchange;
    const { remoteAddress, outcome, milliseconds } = this.finished;
    const { time, dates } = this.presentation;
    const line =
      `${withoutBlanks(remoteAddress)} - ${withoutBlanks(this.user)} [${dates.format(time)}] "${safe(method)} ${safe(this.target)} HTTP/${httpVersion}" ` +
      `${statusOf(outcome)} ${outcome.bodyBytes} "${safe(headers.get('referer'))}" "${safe(headers.get('user-agent'))}" ${Math.round(milliseconds)}`;
    return this.presentation.requestId === true ? `${line} ${withoutBlanks(requestId)}` : line;
  }

  get fields(): ContextFields {
    const { method, httpVersion, headers, requestId } = this.exchange;
    const { remoteAddress, outcome, milliseconds } = this.finished;
    const trace = traceOf(this.exchange);
    return {
      ...given('requestId', requestId),
      ...given('traceId', trace?.traceId),
      ...given('spanId', trace?.spanId),
      ...given('remoteAddress', remoteAddress),
      ...given('user', this.user),
      method,
      target: this.target,
      protocol: `HTTP/${httpVersion}`,
      status: statusOf(outcome),
      bytes: outcome.bodyBytes,
      milliseconds: Math.round(milliseconds),
      ...given('referer', headers.get('referer')),
      ...given('userAgent', headers.get('user-agent')),
    };
  }

  /** The caller's name, where one was recognised. */
  private get user(): string | undefined {
    const { principal } = securityOf(this.exchange);
    const name: unknown = typeof principal === 'object' && principal !== null && 'name' in principal ? principal.name : undefined;
    return typeof name === 'string' ? name : undefined;
  }

  private get target(): string {
    const { path } = this.finished;
    return this.exchange.rawQuery === '' ? path : `${path}?${this.exchange.rawQuery}`;
  }
}

function given(name: string, value: string | undefined): ContextFields {
  return value === undefined || value === '' ? {} : { [name]: value };
}

import type { ContextFields, LogRecord } from '../../logging/log-event.js';
import type { RefusedRequest } from '../engines/engine.js';
import { safe, withoutBlanks } from './escaped-field.js';
import type { RequestLogClock } from './request-log-clock.js';

/** A request that the engine refused before any handler saw it, in the form of the others: what is not known of it is "-". */
export class RefusedRecord implements LogRecord {
  readonly loggerName = 'http.request';

  constructor(
    private readonly refused: RefusedRequest,
    readonly time: number,
    private readonly dates: RequestLogClock,
  ) {}

  get line(): string {
    const { remoteAddress, requestLine, status, bodyBytes } = this.refused;
    return `${withoutBlanks(remoteAddress)} - - [${this.dates.format(this.time)}] "${safe(requestLine)}" ${status} ${bodyBytes} "-" "-" 0`;
  }

  get fields(): ContextFields {
    const { remoteAddress, requestLine, status, bodyBytes } = this.refused;
    const [method, target, protocol] = requestLine?.split(' ') ?? [];
    return {
      ...(remoteAddress === '' ? {} : { remoteAddress }),
      ...(protocol === undefined ? {} : { method, target, protocol }),
      status,
      bytes: bodyBytes,
      milliseconds: 0,
    };
  }
}

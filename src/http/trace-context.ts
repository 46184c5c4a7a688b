import type { Exchange, RequestHeaders } from './exchange.js';

/** The trace and the span that a piece of work belongs to. */
export interface TraceIds {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
}

/** The trace that a request belongs to, as its caller tells by W3C Trace Context. */
export class TraceContext implements TraceIds {
  private constructor(
    readonly traceId: string,
    /** The caller's span. */
    readonly spanId: string,
    /** Whether the caller records the trace. */
    readonly isSampled: boolean,
    /** What tracing systems have noted in `tracestate`; undefined where there is nothing, or nothing valid. */
    readonly state: string | undefined,
  ) {}

  /** The trace that the headers name; undefined where they name none. What is malformed is ignored, as the recommendation wants it. */
  static read(headers: RequestHeaders): TraceContext | undefined {
    const text = headers.get('traceparent');
    if (text === undefined) return undefined;
    const [, version, traceId, spanId, flags, rest] = traceparent.exec(text) ?? [];
    if (traceId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId!)) return undefined;
    // Later versions may add to the end; this one has nothing there, and ff is no version.
    if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
    return new TraceContext(traceId, spanId!, (Number.parseInt(flags!, 16) & 1) === 1, validState(headers.getAll('tracestate').join(',')));
  }

  /**
   * The headers that pass the trace on to another service.
   *
   * @example await fetch(url, { headers: { ...request.trace?.headers } })
   */
  get headers(): Readonly<Record<string, string>> {
    const parent = `00-${this.traceId}-${this.spanId}-${this.isSampled ? '01' : '00'}`;
    return this.state === undefined ? { traceparent: parent } : { traceparent: parent, tracestate: this.state };
  }
}

/** The trace and span of an exchange: our own span where there is one, else the caller's. */
export function traceOf(exchange: Exchange): TraceIds | undefined {
  return (exchange.attribute(traceSymbol) as TraceIds | undefined) ?? TraceContext.read(exchange.headers);
}

/** Notes the span that stands for an exchange. */
export function setTrace(exchange: Exchange, ids: TraceIds): void {
  exchange.setAttribute(traceSymbol, ids);
}

const traceSymbol = Symbol('trace');

const traceparent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

// W3C Trace Context §3.3.1: at most 32 members, and what is not valid is dropped as a whole.
function validState(text: string): string | undefined {
  const members = text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
  if (members.length === 0 || members.length > 32 || text.length > 2048) return undefined;
  return members.every((member) => stateMember.test(member)) ? members.join(',') : undefined;
}

const stateMember = /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

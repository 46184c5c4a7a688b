import { parseCookies } from '../../http/cookies.js';
import type { Exchange } from '../../http/exchange.js';
import type { MediaType } from '../../http/media-type.js';
import { noValues } from '../../http/query-string.js';
import type { QueryValues } from '../../http/query-string.js';
import type { WebApplicationException } from '../../http/web-application-exception.js';
import type { Violation } from '../../validation/violation.js';
import type { FilterChain } from '../filters/filter-chain.js';
import type { RequestContext } from '../filters/request-context.js';

/** One request on its way through the method that answers it. Everything else is made when it is first asked for. */
export class Call implements ProblemReporter {
  /** What is wrong with the parameters and the body; undefined while nothing is. */
  problems: RequestProblems | undefined = undefined;
  /** Why the method must not be called even where nothing is wrong with the request. */
  refusal: WebApplicationException | undefined = undefined;
  /** The whole body, where the method wants it. */
  body: Uint8Array | undefined = undefined;
  form: QueryValues = noValues;
  /** The objects that sub-resource locators gave; undefined for the registered instance. */
  instance: object | undefined = undefined;
  private cookies: Readonly<Record<string, string | undefined>> | undefined = undefined;
  private requestContext: RequestContext | undefined = undefined;
  private timeLimit: AbortController | undefined = undefined;

  constructor(
    public exchange: Exchange,
    /** The decoded variables of the path, in the order of the template. */
    readonly values: readonly string[],
    private readonly offer: CallOffer,
  ) {}

  get mediaType(): MediaType {
    return this.offer.mediaType;
  }

  get writableTypes(): readonly MediaType[] | undefined {
    return this.offer.writableTypes;
  }

  get isDefaultType(): boolean {
    return this.offer.isDefaultType;
  }

  get filters(): FilterChain {
    return this.offer.filters;
  }

  /** In bytes; undefined for the engine's own limit. */
  get maxBodySize(): number | undefined {
    return this.offer.maxBodySize;
  }

  /** Still encoded; its escapes are known to be well-formed. */
  get query(): string {
    return this.exchange.rawQuery;
  }

  cookie(name: string): string | undefined {
    this.cookies ??= parseCookies(this.exchange.headers.get('cookie'));
    return this.cookies[name];
  }

  get context(): RequestContext {
    return (this.requestContext ??= this.offer.contextOf(this.exchange, this.values));
  }

  /** Has the signal that the method sees aborted by {@link timeUp} as well. */
  limitTime(): void {
    this.timeLimit = new AbortController();
    this.context.setSignal(AbortSignal.any([this.exchange.signal, this.timeLimit.signal]));
    this.exchange = this.context.exchange;
  }

  timeUp(): void {
    this.timeLimit?.abort(new DOMException('The time for this request is up', 'TimeoutError'));
  }

  /** Notes a parameter that is invalid, or malformed: then there is no violation of a constraint. */
  refuse(message: string, violation?: Violation): void {
    this.problems ??= new RequestProblems();
    this.problems.concernsParameters = true;
    this.problems.add(message, violation);
  }

  /** Notes a problem of the body. */
  refuseBody(message: string, violation?: Violation): void {
    (this.problems ??= new RequestProblems()).add(message, violation);
  }
}

/** What a method and the client agreed on, and what surrounds the method. */
export interface CallOffer {
  /** Which of the offered media types the client takes best. */
  readonly mediaType: MediaType;
  /** All types that the method produces, where there are several. */
  readonly writableTypes: readonly MediaType[] | undefined;
  readonly isDefaultType: boolean;
  readonly filters: FilterChain;
  /** In bytes; undefined for the engine's own limit. */
  readonly maxBodySize: number | undefined;
  contextOf(exchange: Exchange, values: readonly string[]): RequestContext;
}

/** Takes what is wrong with a parameter. */
export interface ProblemReporter {
  refuse(message: string, violation?: Violation): void;
}

/** Everything that is wrong with one request, in the order of the parameters and then of the body's fields. */
export class RequestProblems {
  readonly messages: string[] = [];
  /** One for each message, so that a mapper for constraint violations sees all that is wrong. */
  readonly violations: Violation[] = [];
  /** True where a parameter is among them: the answer is then 400 and not 422. */
  concernsParameters = false;

  add(message: string, violation: Violation = malformedViolation(message)): void {
    this.messages.push(message);
    this.violations.push(violation);
  }
}

/** Text that could not be converted breaks no constraint; the whole message stands in for a path. */
function malformedViolation(message: string): Violation {
  return { path: '', nodes: [], message, constraint: 'Malformed', attributes: {}, validationMethod: undefined };
}

import { parseCookies } from '../../http/cookies.js';
import type { Exchange } from '../../http/exchange.js';
import type { MediaType } from '../../http/media-type.js';
import { hasWellFormedEscapes, noValues } from '../../http/query-string.js';
import type { QueryValues } from '../../http/query-string.js';
import { BadRequestException } from '../../http/web-application-exception.js';
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
  private checkedQuery = false;
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

  get isDefaultType(): boolean {
    return this.offer.isDefaultType;
  }

  get filters(): FilterChain {
    return this.offer.filters;
  }

  /** The raw query, once it is known that all of it can be decoded. */
  get query(): string {
    const { rawQuery } = this.exchange;
    if (!this.checkedQuery) {
      if (!hasWellFormedEscapes(rawQuery)) throw new BadRequestException();
      this.checkedQuery = true;
    }
    return rawQuery;
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

  /** Notes a parameter that is malformed or invalid. */
  refuse(message: string, violation?: Violation): void {
    (this.problems ??= new RequestProblems()).addParameter(message, violation);
  }

  /** Notes a problem of the body. */
  refuseBody(message: string, violation?: Violation): void {
    (this.problems ??= new RequestProblems()).addBody(message, violation);
  }
}

/** What a method and the client agreed on, and what surrounds the method. */
export interface CallOffer {
  /** Which of the offered media types the client takes best. */
  readonly mediaType: MediaType;
  readonly isDefaultType: boolean;
  readonly filters: FilterChain;
  contextOf(exchange: Exchange, values: readonly string[]): RequestContext;
}

/** Takes what is wrong with a parameter. */
export interface ProblemReporter {
  refuse(message: string, violation?: Violation): void;
}

/** Everything that is wrong with one request, in the order of the parameters and then of the body's fields. */
export class RequestProblems {
  readonly messages: string[] = [];
  readonly violations: Violation[] = [];
  /** True where a parameter is among them: the answer is then 400 and not 422. */
  concernsParameters = false;

  addParameter(message: string, violation?: Violation): void {
    this.concernsParameters = true;
    this.messages.push(message);
    if (violation !== undefined) this.violations.push(violation);
  }

  addBody(message: string, violation?: Violation): void {
    this.messages.push(message);
    if (violation !== undefined) this.violations.push(violation);
  }
}

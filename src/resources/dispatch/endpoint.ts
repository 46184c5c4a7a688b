import type { Guard } from '../../contract/access.js';
import { deprecationHeaders } from '../../contract/annotations/deprecated-annotation.js';
import type { EndpointModel } from '../../contract/endpoint-model.js';
import { cacheControlText } from '../../http/cache-control.js';
import type { CacheControlOptions } from '../../http/cache-control.js';
import type { MediaType } from '../../http/media-type.js';
import { hasWellFormedEscapes } from '../../http/percent-escapes.js';
import { parseQuery } from '../../http/query-string.js';
import type { QueryValues } from '../../http/query-string.js';
import { Reply } from '../../http/reply.js';
import { BadRequestException, NotAcceptableException, ServiceUnavailableException } from '../../http/web-application-exception.js';
import { withoutStack } from '../../http/without-stack.js';
import type { Check, Violation } from '../../validation/violation.js';
import { asPromise } from '../../values/as-promise.js';
import { decodedText } from '../bodies/body-text.js';
import { InvalidExchangeException } from '../exceptions/invalid-request.js';
import { returnMessage } from '../exceptions/violation-messages.js';
import type { FilterChain } from '../filters/filter-chain.js';
import type { ResourceMethod } from '../filters/resource-method.js';
import { isMultipart, receiveMultipart } from '../multipart/multipart-arguments.js';
import type { MultipartPlan } from '../multipart/multipart-form.js';
import type { ArgumentReading } from '../parameters/argument-compiler.js';
import type { Call, CalledMethod } from './call.js';
import type { ReplyWriter } from './reply-writer.js';

/** Calls the user's method. */
export type Invoke = (instance: object, args: unknown[]) => unknown;

export interface EndpointParts {
  readonly instance: object | undefined;
  readonly resourceMethod: ResourceMethod;
  readonly filters: FilterChain;
  readonly args: ArgumentReading;
  readonly maxBodySize: number | undefined;
  /** How multipart forms are read, where the method takes them. */
  readonly multipart: MultipartPlan;
  readonly invoke: Invoke;
  readonly checkReturn: Check | undefined;
  /** Calls the method once more, as a property of its resource. */
  readonly isProperty: boolean;
  readonly writer: ReplyWriter;
  readonly guard: Guard | undefined;
}

/**
 * One method of a resource, compiled. A call goes through four steps, and from one to the next without a promise unless there is something to
 * wait for: filters, the body, your method, the reply. What any of them throws is the caller's to answer.
 */
export class Endpoint implements CalledMethod {
  readonly resourceMethod: ResourceMethod;
  readonly filters: FilterChain;
  readonly variables: readonly string[];
  readonly produces: readonly MediaType[];
  readonly namesMediaType: boolean;
  readonly maxBodySize: number | undefined;
  readonly guard: Guard | undefined;
  private readonly cacheControl: string;
  private readonly timeout: number | undefined;
  private readonly deprecation: readonly (readonly [name: string, value: string])[] | undefined;

  constructor(
    readonly model: EndpointModel,
    private readonly parts: EndpointParts,
  ) {
    this.resourceMethod = parts.resourceMethod;
    this.filters = parts.filters;
    this.variables = model.variables;
    this.produces = model.produces;
    this.namesMediaType = model.namesMediaType;
    this.maxBodySize = parts.maxBodySize;
    this.guard = parts.guard;
    this.cacheControl = model.cacheControl === undefined ? '' : cacheControlOf(model.cacheControl);
    this.timeout = model.limits.timeout?.toMilliseconds();
    this.deprecation = model.deprecation === undefined ? undefined : deprecationHeaders(model.deprecation);
  }

  /** 1. The request filters may change the request, or answer it. */
  answer(call: Call): void | Promise<void> {
    if (this.deprecation !== undefined) for (const [name, value] of this.deprecation) call.exchange.reply.setHeader(name, value);
    if (!this.filters.filtersRequests) return this.receive(call);
    const outcome = this.filters.before(call.context);
    return outcome instanceof Promise ? outcome.then((reply) => this.afterFilters(call, reply)) : this.afterFilters(call, outcome);
  }

  private afterFilters(call: Call, reply: Reply | undefined): void | Promise<void> {
    return reply === undefined ? this.receive(call) : this.parts.writer.writeReply(reply, call);
  }

  /** 2. The body is there at once, or will be. */
  private receive(call: Call): void | Promise<void> {
    const { needs } = this.parts.args;
    if (needs === 'nothing') return this.invoke(call);
    if (needs === 'multipart' && isMultipart(call)) return receiveMultipart(call, this.parts.multipart).then(() => this.invoke(call));
    const bytes = call.exchange.body.bytes(this.maxBodySize);
    return bytes instanceof Promise ? bytes.then((all) => this.received(call, all)) : this.received(call, bytes);
  }

  private received(call: Call, bytes: Uint8Array): void | Promise<void> {
    call.body = bytes;
    if (this.parts.args.needs !== 'bytes') call.form = formValues(bytes);
    return this.invoke(call);
  }

  /** 3. The arguments are read and validated, and your method is called. */
  private invoke(call: Call): void | Promise<void> {
    const timeLimit = this.timeout === undefined ? undefined : limitTime(call);
    const args = this.parts.args.read(call);
    return args instanceof Promise ? args.then((all) => this.invokeWith(call, all, timeLimit)) : this.invokeWith(call, args, timeLimit);
  }

  private invokeWith(call: Call, args: unknown[], timeLimit: AbortController | undefined): void | Promise<void> {
    if (call.problems !== undefined) throw call.problems.toException();
    // The client accepts no type of the method's. It learns what is wrong with its request first, and this only where nothing is.
    if (call.mediaType === undefined) throw notAcceptable;
    const instance = call.instance ?? this.parts.instance!;
    if (this.parts.isProperty) this.validateProperty(instance);
    const result = this.parts.invoke(instance, args);
    const promise = asPromise(result);
    if (promise === undefined) return this.finish(call, result);
    const limited = timeLimit === undefined ? promise : withinTime(promise, this.timeout!, timeLimit);
    return limited.then((settled) => this.finish(call, settled));
  }

  /** 4. What it returned is validated and sent. */
  private finish(call: Call, result: unknown): void | Promise<void> {
    const { checkReturn, writer } = this.parts;
    if (checkReturn !== undefined) ensureValidReturn(checkReturn, result);
    if (this.cacheControl !== '' && !(result instanceof Reply && result.statusCode >= 400)) {
      call.exchange.reply.setHeader('Cache-Control', this.cacheControl);
    }
    return writer.writeResult(result, call);
  }

  /** Dropwizard validates the resource as a bean, of which this method looks like a property, and so calls it a second time. */
  private validateProperty(instance: object): void {
    const value = this.parts.invoke(instance, []);
    // What a promise of the property holds is not looked at. If it fails, so does the call that follows, and that is answered.
    const promise = asPromise(value);
    if (promise !== undefined) promise.catch(() => undefined);
    else if (this.parts.checkReturn !== undefined) ensureValidReturn(this.parts.checkReturn, value);
  }
}

/** Has the signal that the method sees aborted by the time limit as well. */
function limitTime(call: Call): AbortController {
  const timeLimit = new AbortController();
  call.signal = AbortSignal.any([call.signal, timeLimit.signal]);
  return timeLimit;
}

function withinTime(promise: Promise<unknown>, milliseconds: number, timeLimit: AbortController): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      timeLimit.abort(new DOMException('The time for this request is up', 'TimeoutError'));
      reject(withoutStack(() => new ServiceUnavailableException()));
    }, milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function ensureValidReturn(check: Check, result: unknown): void {
  const violations: Violation[] = [];
  check(result instanceof Reply ? result.entity : result, violations);
  if (violations.length > 0) throw new InvalidExchangeException(500, violations.map(returnMessage), violations);
}

function formValues(bytes: Uint8Array): QueryValues {
  const text = decodedText(bytes, undefined);
  if (text === undefined || !hasWellFormedEscapes(text)) throw new BadRequestException();
  return parseQuery(text);
}

const notAcceptable = withoutStack(() => new NotAcceptableException());

/** As in Dropwizard: "no-transform" unless switched off, and a year for what never changes. */
function cacheControlOf(options: CacheControlOptions): string {
  return cacheControlText({ noTransform: true, ...(options.immutable === true ? { maxAge: '365 days' } : {}), ...options });
}

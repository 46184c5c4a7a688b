import type { EndpointModel } from '../../contract/endpoint-model.js';
import { cacheControlText } from '../../http/cache-control.js';
import type { CacheControlOptions } from '../../http/cache-control.js';
import { hasWellFormedEscapes } from '../../http/percent-escapes.js';
import { parseQuery } from '../../http/query-string.js';
import { Reply } from '../../http/reply.js';
import { BadRequestException, ServiceUnavailableException } from '../../http/web-application-exception.js';
import { withoutStack } from '../../http/without-stack.js';
import type { Check, Violation } from '../../validation/violation.js';
import { asPromise } from '../../values/as-promise.js';
import { decodedText } from '../bodies/body-text.js';
import { InvalidExchangeException } from '../exceptions/invalid-request.js';
import { returnMessage } from '../exceptions/violation-messages.js';
import type { ArgumentReading } from '../parameters/argument-reader.js';
import type { Call } from '../parameters/call.js';
import type { ReplyWriter } from './reply-writer.js';

/** Calls the user's method. */
export type Invoke = (instance: object, args: unknown[]) => unknown;

export interface EndpointParts {
  readonly instance: object | undefined;
  readonly args: ArgumentReading;
  readonly invoke: Invoke;
  readonly checkReturn: Check | undefined;
  /** Calls the method once more, as a property of its resource. */
  readonly isProperty: boolean;
  readonly writer: ReplyWriter;
}

/**
 * One method of a resource, compiled. A call goes through four steps, and from one to the next without a promise unless there is something to
 * wait for: filters, the body, your method, the reply. What any of them throws is the caller's to answer.
 */
export class Endpoint {
  private readonly cacheControl: string;
  private readonly timeout: number | undefined;

  constructor(
    readonly model: EndpointModel,
    private readonly parts: EndpointParts,
  ) {
    this.cacheControl = model.cacheControl === undefined ? '' : cacheControlOf(model.cacheControl);
    this.timeout = model.limits.timeout?.toMilliseconds();
  }

  /** 1. The request filters may change the request, or answer it. */
  answer(call: Call): void | Promise<void> {
    if (!call.filters.filtersRequests) return this.receive(call);
    const outcome = call.filters.before(call.context);
    return outcome instanceof Promise ? outcome.then((reply) => this.afterFilters(call, reply)) : this.afterFilters(call, outcome);
  }

  private afterFilters(call: Call, reply: Reply | undefined): void | Promise<void> {
    call.exchange = call.context.exchange;
    if (reply === undefined) return this.receive(call);
    // What the method produces says nothing of what a filter answers.
    const { exchange, filters, context } = call;
    return this.parts.writer.write(reply, {
      exchange,
      mediaType: undefined,
      writableTypes: undefined,
      isDefaultType: false,
      filters,
      context,
    });
  }

  /** 2. The body is there at once, or will be. */
  private receive(call: Call): void | Promise<void> {
    const { needs } = this.parts.args;
    if (needs === 'nothing') return this.invoke(call);
    const bytes = call.exchange.body.bytes(call.maxBodySize);
    return bytes instanceof Promise ? bytes.then((all) => this.received(call, all)) : this.received(call, bytes);
  }

  private received(call: Call, bytes: Uint8Array): void | Promise<void> {
    call.body = bytes;
    if (this.parts.args.needs === 'form') call.form = formOf(bytes);
    return this.invoke(call);
  }

  /** 3. The arguments are read and validated, and your method is called. */
  private invoke(call: Call): void | Promise<void> {
    if (this.timeout !== undefined) call.limitTime();
    const args = this.parts.args.read(call);
    return args instanceof Promise ? args.then((all) => this.invokeWith(call, all)) : this.invokeWith(call, args);
  }

  private invokeWith(call: Call, args: unknown[]): void | Promise<void> {
    if (call.problems !== undefined) throw requestProblems(call);
    if (call.refusal !== undefined) throw call.refusal;
    const instance = call.instance ?? this.parts.instance!;
    if (this.parts.isProperty) this.validateProperty(instance);
    const result = this.timeout === undefined ? this.parts.invoke(instance, args) : this.invokeInTime(call, instance, args);
    const promise = asPromise(result);
    return promise === undefined ? this.finish(call, result) : promise.then((settled) => this.finish(call, settled));
  }

  /** 4. What it returned is validated and sent. */
  private finish(call: Call, result: unknown): void | Promise<void> {
    const { checkReturn, writer } = this.parts;
    if (checkReturn !== undefined) ensureValidReturn(checkReturn, result);
    if (this.cacheControl !== '' && !(result instanceof Reply && result.statusCode >= 400)) {
      call.exchange.reply.setHeader('Cache-Control', this.cacheControl);
    }
    return writer.write(result, call);
  }

  /** The resource is validated as a bean, of which this method looks like a property: rule 5 of the specification's "Errors". */
  private validateProperty(instance: object): void {
    const value = this.parts.invoke(instance, []);
    // What a promise of the property holds is not looked at; that it may fail is found again, and answered, by the call that follows.
    const promise = asPromise(value);
    if (promise !== undefined) promise.catch(() => undefined);
    else if (this.parts.checkReturn !== undefined) ensureValidReturn(this.parts.checkReturn, value);
  }

  private invokeInTime(call: Call, instance: object, args: unknown[]): unknown {
    const result = this.parts.invoke(instance, args);
    const promise = asPromise(result);
    if (promise === undefined) return result;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        call.timeUp();
        reject(new ServiceUnavailableException());
      }, this.timeout);
      promise.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

/** What is wrong with a request, as one exception. */
export function requestProblems({ problems }: Call): InvalidExchangeException {
  const { concernsParameters, messages, violations } = problems!;
  return withoutStack(() => new InvalidExchangeException(concernsParameters ? 400 : 422, messages, violations));
}

function ensureValidReturn(check: Check, result: unknown): void {
  const violations: Violation[] = [];
  check(result instanceof Reply ? result.entity : result, violations);
  if (violations.length > 0) throw new InvalidExchangeException(500, violations.map(returnMessage), violations);
}

function formOf(bytes: Uint8Array): Call['form'] {
  const text = decodedText(bytes, undefined);
  if (text === undefined || !hasWellFormedEscapes(text)) throw new BadRequestException();
  return parseQuery(text);
}

/** "no-transform" unless switched off, and a year for what never changes, as in the reference. */
function cacheControlOf(options: CacheControlOptions): string {
  return cacheControlText({ noTransform: true, ...(options.immutable === true ? { maxAge: '365 days' } : {}), ...options });
}

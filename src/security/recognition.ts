import type { Principal } from '../contract/access.js';
import type { Exchange } from '../http/exchange.js';
import { asPromise } from '../values/as-promise.js';
import type { AuthMetrics } from './auth-metrics.js';
import type { Authentication, Authenticator } from './authenticator.js';
import type { Attempt, FailureThrottle } from './failure-throttle.js';

/** Who the caller is, as far as credentials tell. */
export type Recognition =
  | { readonly kind: 'known'; readonly principal: Principal; readonly by: Authenticator }
  | { readonly kind: 'anonymous' }
  /** Credentials were given, and no authenticator took them. */
  | { readonly kind: 'wrong'; readonly by: readonly Authenticator[] };

/** What recognising needs beside authenticators. */
export interface RecogniserParts {
  readonly throttle: FailureThrottle;
  readonly metrics: AuthMetrics;
  /** Asked first, and not offered to callers. */
  readonly tester: Authenticator | undefined;
}

/**
 * Asks the authenticators in order; the first that recognises the caller decides. What one of them throws counts only if none of the others does: of two
 * issuers, one may be down.
 */
export class Recogniser {
  private readonly asked: readonly Authenticator[];

  constructor(
    readonly authenticators: readonly Authenticator[],
    private readonly parts: RecogniserParts,
  ) {
    this.asked = parts.tester === undefined ? authenticators : [parts.tester, ...authenticators];
  }

  get metrics(): AuthMetrics {
    return this.parts.metrics;
  }

  /** Each request is asked once, however many guards it passes. */
  recognise(exchange: Exchange): Recognition | Promise<Recognition> {
    const known = exchange.attribute(recognised) as Recognition | undefined;
    if (known !== undefined) return known;
    const found = this.ask(exchange);
    if (!(found instanceof Promise)) exchange.setAttribute(recognised, found);
    return found instanceof Promise ? found.then((settled) => (exchange.setAttribute(recognised, settled), settled)) : found;
  }

  private ask(exchange: Exchange): Recognition | Promise<Recognition> {
    const progress: Progress = { wrong: [], failure: undefined };
    for (let i = 0; i < this.asked.length; i++) {
      const outcome = this.askOne(this.asked[i]!, exchange, progress);
      if (outcome instanceof Promise) return this.askOthers(outcome, i + 1, exchange, progress);
      if (outcome !== undefined) return outcome;
    }
    return concluded(progress);
  }

  private async askOthers(
    first: Promise<Recognition | undefined>,
    next: number,
    exchange: Exchange,
    progress: Progress,
  ): Promise<Recognition> {
    let outcome = await first;
    for (let i = next; outcome === undefined && i < this.asked.length; i++) outcome = await this.askOne(this.asked[i]!, exchange, progress);
    return outcome ?? concluded(progress);
  }

  /** The caller, or undefined to ask the next. */
  private askOne(by: Authenticator, exchange: Exchange, progress: Progress): Recognition | undefined | Promise<Recognition | undefined> {
    const failed = (thrown: unknown): undefined => {
      this.metrics.count(by.scheme, 'failed');
      progress.failure ??= { thrown };
    };
    const take = (outcome: Authentication): Recognition | undefined => {
      if (outcome === 'absent') return undefined;
      if (outcome !== 'wrong') {
        checkPrincipal(outcome, by.scheme);
        this.metrics.count(by.scheme, 'recognised');
        return { kind: 'known', principal: outcome, by };
      }
      this.metrics.count(by.scheme, 'wrong');
      progress.wrong.push(by);
      return undefined;
    };
    try {
      const outcome = this.authenticate(by, exchange);
      return outcome instanceof Promise ? outcome.then(take).catch(failed) : take(outcome);
    } catch (thrown) {
      return failed(thrown);
    }
  }

  private authenticate(by: Authenticator, exchange: Exchange): Authentication | Promise<Authentication> {
    const name = by.claimedName?.(exchange);
    if (name === undefined) return verified(by, exchange, undefined);
    const attempt = this.parts.throttle.begin(`${exchange.remoteAddress} ${name}`);
    return attempt instanceof Promise ? attempt.then((begun) => verified(by, exchange, begun)) : verified(by, exchange, attempt);
  }
}

interface Progress {
  readonly wrong: Authenticator[];
  failure: { readonly thrown: unknown } | undefined;
}

function concluded({ wrong, failure }: Progress): Recognition {
  if (failure !== undefined) throw failure.thrown;
  return wrong.length === 0 ? anonymous : { kind: 'wrong', by: wrong };
}

function verified(by: Authenticator, exchange: Exchange, attempt: Attempt | undefined): Authentication | Promise<Authentication> {
  const settle = (outcome: Authentication): Authentication => {
    if (outcome === 'wrong') attempt?.failed();
    else attempt?.succeeded();
    return outcome;
  };
  const abandon = (thrown: unknown): never => {
    attempt?.abandoned();
    throw thrown;
  };
  try {
    const outcome = by.authenticate(exchange);
    const promise = asPromise(outcome) as Promise<Authentication> | undefined;
    return promise === undefined ? settle(outcome as Authentication) : promise.then(settle, abandon);
  } catch (thrown) {
    return abandon(thrown);
  }
}

/** A mistake in an authenticator must not let anybody in. */
function checkPrincipal(principal: Principal, scheme: string): void {
  if (typeof principal !== 'object' || principal === null || typeof principal.name !== 'string')
    throw new TypeError(
      `The ${scheme} authenticator yielded ${describe(principal)}; it yields an object with a name, or "absent", or "wrong"`,
    );
}

function describe(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object without a name' : typeof value;
}

const anonymous: Recognition = { kind: 'anonymous' };
const recognised = Symbol('recognised');

import type { Wrap } from '../../http/handler.js';
import type { RefusedRequest } from '../engines/engine.js';
import { statusOf } from '../request-log/outcome-status.js';

/** Told of every request: what metrics implement. */
export interface RequestObserver {
  requestStarted(): void;
  /** What answers it has to wait for something; the path template is known by now, where there is one. */
  requestWaits(request: WaitingRequest): void;
  requestFinished(request: ObservedRequest): void;
}

/** A request that is not answered at once. */
export type WaitingRequest = Pick<ObservedRequest, 'method' | 'route'>;

/** A request as metrics see it, once its reply has ended. */
export interface ObservedRequest {
  /** `other` where the server does not allow the method: over HTTP/2 a client can name any. */
  readonly method: string;
  /** The path template that answered; undefined where none did. */
  readonly route: string | undefined;
  /** As sent; 499 where the reply was not completed. */
  readonly status: number;
  readonly milliseconds: number;
  /** What the observer was told by `requestWaits`; undefined where it was not. */
  readonly waited: WaitingRequest | undefined;
}

/** Tells an observer of each request when it arrives, when it has to be waited for, and when its reply has ended. */
export function metered(observer: RequestObserver, knownMethods: ReadonlySet<string>): Wrap {
  return (next) => (exchange) => {
    const method = knownMethods.has(exchange.method) ? exchange.method : 'other';
    const begun = performance.now();
    let waited: WaitingRequest | undefined;
    let isFinished = false;
    observer.requestStarted();
    exchange.onFinished((outcome) => {
      isFinished = true;
      observer.requestFinished({
        method,
        route: exchange.route,
        status: statusOf(outcome),
        milliseconds: performance.now() - begun,
        waited,
      });
    });
    const handled = next(exchange);
    if (handled !== undefined && !isFinished) {
      waited = { method, route: exchange.route };
      observer.requestWaits(waited);
    }
    return handled;
  };
}

/** Tells an observer of a request that the engine answered itself. What it calls its method was not looked at, so it is not believed. */
export function countRefused(observer: RequestObserver, { status }: RefusedRequest): void {
  observer.requestStarted();
  observer.requestFinished({ method: 'other', route: undefined, status, milliseconds: 0, waited: undefined });
}

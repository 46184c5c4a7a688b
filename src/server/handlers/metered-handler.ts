import type { Handler } from '../../http/handler.js';

/** Told of every request: what metrics implement. */
export interface RequestObserver {
  requestStarted(): void;
  requestFinished(request: ObservedRequest): void;
}

/** A request as metrics see it, once its reply has ended. */
export interface ObservedRequest {
  readonly method: string;
  /** The path template that answered; undefined where none did. */
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
}

/** Tells an observer of each request when it arrives and when its reply has ended. */
export function meteredHandler(next: Handler, observer: RequestObserver): Handler {
  return (exchange) => {
    const begun = performance.now();
    observer.requestStarted();
    exchange.onFinished(({ status }) => {
      observer.requestFinished({ method: exchange.method, route: exchange.route, status, milliseconds: performance.now() - begun });
    });
    return next(exchange);
  };
}

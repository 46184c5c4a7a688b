import type { Exchange, ExchangeOutcome, FinishedListener, OpenReply, RequestBody, RequestHeaders } from '../../http/exchange.js';
import { NoReplyError, ReplyAbortedError } from '../../http/exchange.js';
import { EngineReply } from './engine-reply.js';

/**
 * What the exchanges of all engines share: the target, attributes, and how an exchange ends. The reply is the upper half of the same object, made once
 * per request with all its fields: what a request does not ask for costs it nothing.
 */
export abstract class EngineExchange extends EngineReply implements Exchange {
  readonly method: string;
  path: string;
  readonly rawQuery: string;
  contextPath = '';
  requestId: string | undefined = undefined;
  route: string | undefined = undefined;
  private attributes: Map<symbol, unknown> | undefined = undefined;
  private finishedListeners: FinishedListener[] | undefined = undefined;
  private controller: AbortController | undefined = undefined;
  private isWatched = false;
  private outcome: ExchangeOutcome | undefined = undefined;

  /** `target` is a path with its query: "/people?page=2". */
  constructor(method: string, target: string) {
    super();
    this.method = method;
    const question = target.indexOf('?');
    this.path = question < 0 ? target : target.slice(0, question);
    this.rawQuery = question < 0 ? '' : target.slice(question + 1);
  }

  abstract readonly headers: RequestHeaders;
  abstract readonly body: RequestBody;
  abstract readonly remoteAddress: string;
  abstract readonly secure: boolean;
  abstract readonly httpVersion: string;
  abstract readonly clientCertificate: Exchange['clientCertificate'];
  abstract readonly native: unknown;

  /** Begins to watch for the end, to call {@link finished} once; only where somebody wants to know. */
  protected abstract watch(): void;

  get reply(): OpenReply {
    return this;
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.outcome === undefined) this.watchOnce();
      else if (!this.outcome.complete) this.controller.abort(new ReplyAbortedError());
    }
    return this.controller.signal;
  }

  enterContext(prefix: string): void {
    this.contextPath += prefix;
    const rest = this.path.slice(prefix.length);
    this.path = rest === '' ? '/' : rest;
  }

  onFinished(listener: FinishedListener): void {
    if (this.outcome !== undefined) listener(this.outcome);
    else if (this.finishedListeners === undefined) {
      this.finishedListeners = [listener];
      this.watchOnce();
    } else this.finishedListeners.push(listener);
  }

  attribute(key: symbol): unknown {
    return this.attributes?.get(key);
  }

  setAttribute(key: symbol, value: unknown): void {
    (this.attributes ??= new Map()).set(key, value);
  }

  /** Called when the promise of an asynchronous handler is fulfilled: by then the reply must have begun, unless the client has left. */
  handlerReturned(): void {
    if (this.committed || this.outcome !== undefined) return;
    if (this.isClientGone) this.abort();
    else this.failed(new NoReplyError(this.method, this.contextPath + this.path));
  }

  /** Called with what the handler threw. */
  handlerFailed(thrown: unknown): void {
    this.failed(thrown);
  }

  /** Called by the engine, once: all was sent, or the connection is gone. */
  protected finished(complete: boolean): void {
    if (this.outcome !== undefined) return;
    this.outcome = { status: this.headSent ? this.status : clientClosedRequest, bodyBytes: this.bodyBytes, complete };
    if (!complete) this.controller?.abort(new ReplyAbortedError());
    for (const listener of this.finishedListeners ?? []) {
      try {
        listener(this.outcome);
      } catch (thrown) {
        // This runs in a socket's event, where an exception would end the process.
        this.failed(thrown);
      }
    }
  }

  /** Called by the engine when the client has closed its side before the reply was complete: the signal is aborted, the reply may still be sent. */
  protected clientMayBeGone(): void {
    this.controller?.abort(new ReplyAbortedError());
  }

  /** The client may be gone: a handler need not answer it any more. */
  protected get isClientGone(): boolean {
    return this.controller?.signal.aborted === true;
  }

  private watchOnce(): void {
    if (this.isWatched) return;
    this.isWatched = true;
    this.watch();
  }
}

/** Reported for exchanges that ended before anything was sent: no client has seen it. The number is nginx's. */
export const clientClosedRequest = 499;

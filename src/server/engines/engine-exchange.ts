import type {
  Exchange,
  ExchangeOutcome,
  FinishedListener,
  OpenReply,
  ReplyBody,
  ReplyEncoder,
  ReplyStream,
  RequestBody,
  RequestHeaders,
} from '../../http/exchange.js';
import { ReplyAbortedError, ReplyCommittedError } from '../../http/exchange.js';
import { forbidsContent } from '../../http/status.js';
import { fieldNames, fieldValue, removeField, setField } from './field-list.js';
import type { FieldList } from './field-list.js';
import { StartedSource } from './started-source.js';

/**
 * What all engines share: the reply's state, and HTTP's rules about content. An engine adds how bytes get to its client.
 *
 * Exchange and reply are one object, made once per request with all its fields: what a request does not ask for costs it nothing.
 */
export abstract class EngineExchange implements Exchange, OpenReply {
  readonly method: string;
  path: string;
  readonly rawQuery: string;
  contextPath = '';
  requestId: string | undefined = undefined;
  route: string | undefined = undefined;
  status = 200;
  committed = false;
  protected fields: FieldList = [];
  protected bodyBytes = 0;
  private commitListeners: (() => void)[] | undefined = undefined;
  private encoder: ReplyEncoder | undefined = undefined;
  private attributes: Map<symbol, unknown> | undefined = undefined;
  private finishedListeners: FinishedListener[] | undefined = undefined;
  private controller: AbortController | undefined = undefined;
  private watched = false;
  private outcome: ExchangeOutcome | undefined = undefined;

  constructor(method: string, target: string) {
    this.method = method;
    const origin = target.charCodeAt(0) === 47 ? target : originForm(target);
    const question = origin.indexOf('?');
    this.path = question < 0 ? origin : origin.slice(0, question);
    this.rawQuery = question < 0 ? '' : origin.slice(question + 1);
  }

  abstract readonly headers: RequestHeaders;
  abstract readonly body: RequestBody;
  abstract readonly remoteAddress: string;
  abstract readonly secure: boolean;
  abstract readonly httpVersion: string;
  abstract readonly native: unknown;
  abstract abort(): void;

  /** Sends the head and, where there is one, the whole body. Throws before anything is sent where a header cannot be sent. */
  protected abstract sendWhole(body: ReplyBody | undefined): void;
  /** Sends the head; pieces follow. */
  protected abstract sendHead(): void;
  /** False where the client is slow: then {@link whenWritable} calls back. */
  protected abstract sendPiece(piece: ReplyBody): boolean;
  protected abstract whenWritable(listener: () => void): void;
  protected abstract sendEnd(): void;
  /** Something failed after the handler had done its part. */
  protected abstract failed(thrown: unknown): void;
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

  header(name: string): string | readonly string[] | undefined {
    return fieldValue(this.fields, name);
  }

  setHeader(name: string, value: string | readonly string[]): void {
    this.refuseWhenCommitted('setHeader');
    setField(this.fields, name, value);
  }

  appendHeader(name: string, value: string): void {
    this.refuseWhenCommitted('appendHeader');
    this.fields.push(name, value);
  }

  removeHeader(name: string): void {
    this.refuseWhenCommitted('removeHeader');
    removeField(this.fields, name);
  }

  headerNames(): readonly string[] {
    return fieldNames(this.fields);
  }

  beforeCommit(listener: () => void): void {
    this.refuseWhenCommitted('beforeCommit');
    if (this.commitListeners === undefined) this.commitListeners = [listener];
    else this.commitListeners.push(listener);
  }

  encodeBody(encoder: ReplyEncoder): void {
    this.encoder = encoder;
  }

  end(body?: ReplyBody): void {
    this.refuseWhenCommitted('end');
    if (this.commitListeners !== undefined) this.callCommitListeners();
    const bytes = body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
    const { encoder } = this;
    if (encoder === undefined || body === undefined || bytes < encoder.minimumSize || forbidsContent(this.status))
      this.endPlain(body, bytes);
    else this.endEncoded(encoder, typeof body === 'string' ? Buffer.from(body) : body);
  }

  async stream(source: ReplyStream): Promise<void> {
    this.refuseWhenCommitted('stream');
    const started = new StartedSource(source);
    if (this.method === 'HEAD' || forbidsContent(this.status)) {
      this.callCommitListeners();
      this.endWithout();
      await started.close();
      return;
    }
    await started.begin();
    await this.sendPieces(await this.beginPieces(started));
  }

  /** Told by the engine, once: all was sent, or the connection is gone. */
  protected finished(complete: boolean): void {
    if (this.outcome !== undefined) return;
    this.outcome = { status: this.status, bodyBytes: this.bodyBytes, complete };
    if (!complete) this.controller?.abort(new ReplyAbortedError());
    for (const listener of this.finishedListeners ?? []) {
      try {
        listener(this.outcome);
      } catch (thrown) {
        // It was called by a socket's event, where an exception would end the process.
        this.failed(thrown);
      }
    }
  }

  /** Told by the engine where the client has closed its side before the reply was complete: the signal is aborted, the reply may still be sent. */
  protected clientMayBeGone(): void {
    this.controller?.abort(new ReplyAbortedError());
  }

  /** Forgets the headers set so far, for an error reply that must not carry what was meant for another. */
  clearHeaders(): void {
    this.refuseWhenCommitted('clearHeaders');
    this.fields = [];
  }

  private endPlain(body: ReplyBody | undefined, bytes: number): void {
    if (forbidsContent(this.status)) {
      this.endWithout();
      return;
    }
    if (this.method === 'HEAD') {
      // A handler that knows the length without having the content has set it itself.
      if (body !== undefined) this.setHeader('Content-Length', String(bytes));
      this.sendWhole(undefined);
    } else {
      this.setHeader('Content-Length', String(bytes));
      this.bodyBytes = bytes;
      this.sendWhole(body);
    }
    this.committed = true;
  }

  private endWithout(): void {
    if (forbidsContent(this.status)) this.removeHeader('Content-Length');
    this.sendWhole(undefined);
    this.committed = true;
  }

  private endEncoded(encoder: ReplyEncoder, body: Uint8Array): void {
    const encoded = encoder.whole(this, body);
    if (encoded instanceof Promise) {
      const fields = this.fields;
      // Nobody may change the reply while it is being encoded.
      this.committed = true;
      encoded
        .then((bytes) => {
          this.committed = false;
          this.fields = fields;
          this.endPlain(bytes, bytes.byteLength);
        })
        .catch((thrown: unknown) => this.failed(thrown));
    } else this.endPlain(encoded ?? body, (encoded ?? body).byteLength);
  }

  /** Sends the head; where that cannot be, the source is closed and the reply is still open. */
  private async beginPieces(started: StartedSource): Promise<ReplyStream> {
    try {
      this.refuseWhenCommitted('stream');
      this.callCommitListeners();
      const pieces = this.encoder?.pieces(this, started) ?? started;
      this.sendHead();
      this.committed = true;
      return pieces;
    } catch (thrown) {
      await started.close();
      throw thrown;
    }
  }

  private async sendPieces(pieces: ReplyStream): Promise<void> {
    const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
    let interrupt: ((error: Error) => void) | undefined;
    this.onFinished(() => interrupt?.(new ReplyAbortedError()));
    const orGone = <T>(begin: (resolve: (value: T | Promise<T>) => void) => void): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        interrupt = reject;
        if (this.outcome === undefined) begin(resolve);
        else reject(new ReplyAbortedError());
      });
    try {
      for (;;) {
        const next = iterator.next();
        const step = next instanceof Promise ? await orGone<IteratorResult<ReplyBody>>((resolve) => resolve(next)) : next;
        if (step.done === true) break;
        const piece = step.value;
        this.bodyBytes += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
        if (!this.sendPiece(piece)) await orGone<void>((resolve) => this.whenWritable(resolve));
      }
    } catch (thrown) {
      this.abort();
      await closeQuietly(iterator);
      throw thrown;
    }
    interrupt = undefined;
    this.sendEnd();
  }

  private callCommitListeners(): void {
    const listeners = this.commitListeners;
    this.commitListeners = undefined;
    for (const listener of listeners ?? []) listener();
  }

  private watchOnce(): void {
    if (this.watched) return;
    this.watched = true;
    this.watch();
  }

  private refuseWhenCommitted(attempt: string): void {
    if (this.committed) throw new ReplyCommittedError(attempt);
  }
}

// A generator that is still waiting runs its return() only after that: it is not waited for, and what it then throws concerns nobody any more.
async function closeQuietly(iterator: AsyncIterator<ReplyBody> | Iterator<ReplyBody>): Promise<void> {
  const closing = Promise.resolve(iterator.return?.()).catch(() => undefined);
  await Promise.race([closing, new Promise((resolve) => setImmediate(resolve))]);
}

// Absolute-form targets ("GET http://host/path") reach us through proxies; RFC 9112 §3.2.2 says to accept them. "OPTIONS *" asks about no path.
function originForm(target: string): string {
  const [, rest] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return `/${target}`;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

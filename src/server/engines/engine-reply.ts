import type { OpenReply, ReplyBody, ReplyEncoder, ReplyStream } from '../../http/exchange.js';
import { ReplyCommittedError } from '../../http/exchange.js';
import { forbidsContent } from '../../http/status.js';
import { fieldNames, fieldValue, removeField, setField } from './field-list.js';
import type { FieldList } from './field-list.js';
import { sendPieces } from './reply-pieces.js';
import type { PieceSink } from './reply-pieces.js';
import { ReplySource } from './reply-source.js';

/**
 * The reply side of an exchange: status and headers while they can be changed, and HTTP's rules about content. An engine adds how bytes get to
 * its client.
 *
 * It is the upper half of {@link EngineExchange} rather than an object of its own, which would be one more to make for every request.
 */
export abstract class EngineReply implements OpenReply, PieceSink {
  status = 200;
  protected fields: FieldList = [];
  protected bodyBytes = 0;
  private phase: ReplyPhase = 'open';
  private commitListeners: ((reply: OpenReply) => void)[] | undefined = undefined;
  private encoder: ReplyEncoder | undefined = undefined;

  abstract readonly method: string;
  /** Aborted when the server begins to stop. */
  abstract readonly stopping: AbortSignal;
  abstract abort(): void;
  /** Calls back when the reply has ended or can no longer be sent. */
  abstract onFinished(listener: () => void): void;
  abstract sendPiece(piece: ReplyBody): boolean;
  abstract whenWritable(listener: () => void): void;
  abstract sendEnd(): void;

  /** Sends the head and, where there is one, the whole body. Throws before anything is sent where a header cannot be sent. */
  protected abstract sendWhole(body: ReplyBody | undefined): void;
  /** Sends the head; pieces follow. */
  protected abstract sendHead(): void;
  /** Something failed after the handler had done its part. */
  protected abstract failed(thrown: unknown): void;

  get committed(): boolean {
    return this.phase !== 'open';
  }

  /** True once the head was sent; false for a reply that was given up before. */
  protected get headSent(): boolean {
    return this.phase === 'sent';
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

  /** Forgets the headers set so far, for an error reply that must not carry what was meant for another. */
  clearHeaders(): void {
    this.refuseWhenCommitted('clearHeaders');
    this.fields = [];
  }

  beforeCommit(listener: (reply: OpenReply) => void): void {
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
    if (forbidsContent(this.status)) {
      this.endWithoutContent();
      return;
    }
    const bytes = body === undefined ? 0 : byteLength(body);
    const { encoder } = this;
    if (encoder === undefined || body === undefined || bytes < encoder.minimumSize) this.endPlain(body, bytes);
    else this.endEncoded(encoder, typeof body === 'string' ? Buffer.from(body) : body);
  }

  async stream(content: ReplyStream): Promise<void> {
    this.refuseWhenCommitted('stream');
    const source = new ReplySource(content);
    if (this.isEventStream) source.endWith(this.stopping);
    if (this.method === 'HEAD' || forbidsContent(this.status)) {
      try {
        this.callCommitListeners();
        this.endWithoutContent();
      } finally {
        await source.close();
      }
      return;
    }
    await source.begin();
    const pieces = await this.beginPieces(source);
    await sendPieces(this, { pieces, source, length: this.streamedLength() });
  }

  /** The head is on its way, or somebody else sends it. */
  protected markSent(): void {
    this.phase = 'sent';
  }

  /** Nothing more can be sent. */
  protected markAborted(): void {
    if (this.phase !== 'sent') this.phase = 'aborted';
  }

  /** Nothing was sent after all. */
  protected reopen(): void {
    this.phase = 'open';
  }

  /** Counts a piece that was sent. */
  countPiece(bytes: number): void {
    this.bodyBytes += bytes;
  }

  private endPlain(body: ReplyBody | undefined, bytes: number): void {
    if (this.method === 'HEAD') {
      // A handler that knows the length without having the content has set it itself.
      if (body !== undefined) this.setHeader('Content-Length', String(bytes));
      this.sendWhole(undefined);
    } else {
      this.setHeader('Content-Length', String(bytes));
      this.bodyBytes = bytes;
      this.sendWhole(body);
    }
    this.phase = 'sent';
  }

  private endWithoutContent(): void {
    this.describeContent();
    // A client would wait for the content of a 205 that does not say that it has none (RFC 9110 §15.3.6).
    if (this.status === 205) this.setHeader('Content-Length', '0');
    else if (forbidsContent(this.status)) this.removeHeader('Content-Length');
    this.sendWhole(undefined);
    this.phase = 'sent';
  }

  // What has no content on its way out has the headers that it would have with it: HEAD of a stream, and 304.
  private describeContent(): void {
    const { encoder } = this;
    if (encoder === undefined) return;
    if (this.status === 304) {
      const length = this.streamedLength();
      if (length === undefined || length >= encoder.minimumSize) encoder.describe(this);
    } else if (!forbidsContent(this.status)) encoder.describe(this);
  }

  private endEncoded(encoder: ReplyEncoder, body: Uint8Array): void {
    const encoded = encoder.whole(this, body);
    if (!(encoded instanceof Promise)) {
      const bytes = encoded ?? body;
      this.endPlain(bytes, bytes.byteLength);
      return;
    }
    // The reply cannot be changed while its body is being encoded.
    this.phase = 'encoding';
    encoded
      .then((bytes) => {
        if (this.phase !== 'encoding') return;
        this.phase = 'open';
        this.endPlain(bytes, bytes.byteLength);
      })
      .catch((thrown: unknown) => this.failed(thrown));
  }

  /** Sends the head. Where that fails, the source is closed and the reply is still open. */
  private async beginPieces(source: ReplySource): Promise<ReplyStream> {
    try {
      this.refuseWhenCommitted('stream');
      this.callCommitListeners();
      const pieces = this.encoder?.pieces(this, source) ?? source;
      this.sendHead();
      this.phase = 'sent';
      return pieces;
    } catch (thrown) {
      await source.close();
      throw thrown;
    }
  }

  // It has no end of its own, so a stop would wait for it in vain.
  private get isEventStream(): boolean {
    const type = this.header('Content-Type');
    return typeof type === 'string' && /^text\/event-stream\s*(?:;|$)/i.test(type);
  }

  private streamedLength(): number | undefined {
    const length = this.header('Content-Length');
    return length === undefined ? undefined : Number(length);
  }

  private callCommitListeners(): void {
    const listeners = this.commitListeners;
    this.commitListeners = undefined;
    for (const listener of listeners ?? []) listener(this);
  }

  private refuseWhenCommitted(attempt: string): void {
    if (this.phase !== 'open') throw new ReplyCommittedError(attempt);
  }
}

/** `aborted` is a reply that was given up before its head was sent. */
type ReplyPhase = 'open' | 'encoding' | 'sent' | 'aborted';

/** Text is sent as UTF-8. */
export function byteLength(body: ReplyBody): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}

import type { ReplyBody, RequestBody } from '../../http/exchange.js';
import { checkHeaderName, checkHeaderValue } from '../../http/header-field.js';
import { HeaderMap } from '../../http/header-map.js';
import { EngineExchange } from './engine-exchange.js';
import { forwardedFor, forwardedSecure } from './forwarded.js';
import type { ForwardedDialect } from './forwarded.js';
import { InMemoryBody } from './in-memory-body.js';
import { originForm } from './request-target.js';

/** A request as a test writes it. */
export interface InMemoryRequest {
  /** GET unless said. */
  readonly method?: string;
  /** With the query, encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | Iterable<readonly [string, string]>;
  readonly body?: ReplyBody | AsyncIterable<Uint8Array>;
  readonly remoteAddress?: string;
  readonly secure?: boolean;
}

/** What came back. */
export interface InMemoryAnswer {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: Buffer;
  readonly text: string;
  /** False where the connection ended before the reply was complete. */
  readonly complete: boolean;
}

/** What the exchanges of one in-memory listener have in common. */
export interface InMemoryContext {
  readonly maxRequestBodySize: number;
  readonly trustedProxies: number;
  readonly forwardedDialect: ForwardedDialect | undefined;
  readonly stopping: AbortSignal;
  failed(exchange: InMemoryExchange, thrown: unknown): void;
}

/** An exchange whose bytes go nowhere but to the test that asked. */
export class InMemoryExchange extends EngineExchange {
  readonly httpVersion = '1.1';
  readonly native = undefined;
  readonly clientCertificate = undefined;
  readonly headers: HeaderMap;
  readonly head: Promise<{ readonly status: number; readonly headers: HeaderMap }>;
  private tellHead!: (head: { status: number; headers: HeaderMap }) => void;
  private readonly queue: Buffer[] = [];
  private queued = 0;
  private state: 'open' | 'complete' | 'broken' = 'open';
  private wake: (() => void) | undefined = undefined;
  private writable: (() => void) | undefined = undefined;
  private requestBody: InMemoryBody | undefined = undefined;
  private committedHead: { status: number; headers: HeaderMap } | undefined = undefined;
  private watching = false;

  constructor(
    private readonly request: InMemoryRequest,
    readonly context: InMemoryContext,
  ) {
    super(request.method ?? 'GET', originForm(request.path));
    this.headers = HeaderMap.of(request.headers ?? {});
    this.head = new Promise((resolve) => {
      this.tellHead = resolve;
    });
  }

  get body(): RequestBody {
    return (this.requestBody ??= new InMemoryBody(this.request.body, this, this.context.maxRequestBodySize));
  }

  get stopping(): AbortSignal {
    return this.context.stopping;
  }

  get remoteAddress(): string {
    return forwardedFor(this.headers, this.context) ?? this.request.remoteAddress ?? '127.0.0.1';
  }

  get secure(): boolean {
    return forwardedSecure(this.headers, this.context) ?? this.request.secure ?? false;
  }

  hideContentEncoding(): void {
    this.headers.remove('Content-Encoding');
    this.headers.remove('Content-Length');
  }

  abort(): void {
    this.markAborted();
    this.close('broken');
  }

  /** The client goes away. */
  leave(): void {
    this.requestBody?.leave();
    this.close('broken');
  }

  async *pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = this.queue.shift();
      if (piece !== undefined) {
        this.queued -= piece.length;
        if (this.queued < highWaterMark) this.writable?.();
        yield piece;
      } else if (this.state !== 'open') return;
      else
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
    }
  }

  async answer(): Promise<InMemoryAnswer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.pieces()) pieces.push(piece);
    const body = Buffer.concat(pieces);
    // A reply that was broken off before its head went out has none.
    const head = this.committedHead ?? { status: 0, headers: new HeaderMap() };
    return { ...head, body, text: body.toString(), complete: this.state === 'complete' };
  }

  protected sendWhole(body: ReplyBody | undefined): void {
    this.sendHead();
    if (body !== undefined) this.push(body);
    this.sendEnd();
  }

  protected sendHead(): void {
    const headers = new HeaderMap();
    for (let i = 0; i < this.fields.length; i += 2) {
      const name = checkHeaderName(this.fields[i]!);
      headers.append(name, checkHeaderValue(name, this.fields[i + 1]!));
    }
    this.committedHead = { status: this.status, headers };
    this.tellHead(this.committedHead);
  }

  sendPiece(piece: ReplyBody): boolean {
    this.push(piece);
    return this.queued < highWaterMark;
  }

  whenWritable(listener: () => void): void {
    this.writable = () => {
      this.writable = undefined;
      listener();
    };
  }

  sendEnd(): void {
    this.close('complete');
  }

  protected failed(thrown: unknown): void {
    this.context.failed(this, thrown);
  }

  protected watch(): void {
    this.watching = true;
    if (this.state !== 'open') this.tellFinished();
  }

  private push(piece: ReplyBody): void {
    if (this.state !== 'open') return;
    const bytes = Buffer.from(piece as string);
    if (bytes.length === 0) return;
    this.queue.push(bytes);
    this.queued += bytes.length;
    this.wake?.();
  }

  private close(state: 'complete' | 'broken'): void {
    if (this.state !== 'open') return;
    this.state = state;
    this.wake?.();
    if (this.watching) this.tellFinished();
  }

  // As over a socket, never within the call that ended the reply.
  private tellFinished(): void {
    queueMicrotask(() => this.finished(this.state === 'complete'));
  }
}

const highWaterMark = 16 * 1024;

import type { X509Certificate } from 'node:crypto';

/**
 * One request and the reply to it. Engines make these; everything above an engine sees nothing else.
 *
 * An exchange is read and answered on one event loop: no step of it needs a promise unless it really waits.
 */
export interface Exchange {
  readonly method: string;
  /** Still encoded, without the query and the {@link contextPath}, always starting with "/". */
  readonly path: string;
  /** What was taken off the front of the path by the contexts that were entered: "/application"; empty at the root. */
  readonly contextPath: string;
  /** What follows the first "?", still encoded; empty where there is none. */
  readonly rawQuery: string;
  readonly headers: RequestHeaders;
  readonly body: RequestBody;
  /** The client's address: the socket's, or the forwarded one where the server was told to trust it. */
  readonly remoteAddress: string;
  readonly secure: boolean;
  /** The certificate by which the client has identified itself over TLS; undefined where it has none, or none was asked for. */
  readonly clientCertificate: X509Certificate | undefined;
  /** "1.0", "1.1", "2.0". */
  readonly httpVersion: string;
  /** Aborted when the client goes away before the reply has ended, or when the server gives up on a drain. Made when first asked for. */
  readonly signal: AbortSignal;
  /**
   * Aborted when the server begins to stop. A reply that has no end of its own ends when it is told; everything else is given the grace period.
   * Replies of the type text/event-stream are ended by the server.
   */
  readonly stopping: AbortSignal;
  readonly reply: OpenReply;
  /** Identifies the request in logs and in the reply's header; set by the server before any other handler runs. */
  requestId: string | undefined;
  /** The path template that answered, for metrics and logs; set by whoever routed the request. */
  route: string | undefined;
  /** Moves a prefix from {@link path} to {@link contextPath}: what handles the exchange from here on is mounted below it. */
  enterContext(prefix: string): void;
  /** Calls back once, when the reply has been sent or the connection is gone. */
  onFinished(listener: FinishedListener): void;
  /** What handlers and filters tell each other about this request; a symbol each, so that none meets another by accident. */
  attribute(key: symbol): unknown;
  setAttribute(key: symbol, value: unknown): void;
  /** What the engine itself holds, for handlers written against that engine; undefined where there is no such thing. */
  readonly native: unknown;
}

/** Told once, when the reply has ended or can no longer be sent. */
export type FinishedListener = (outcome: ExchangeOutcome) => void;

/** What became of a reply. */
export interface ExchangeOutcome {
  /** As sent; 499 where the client left, or the server gave up, before anything was sent. */
  readonly status: number;
  /** Bytes of the body as sent, after any encoding. */
  readonly bodyBytes: number;
  /** The whole reply reached the socket; false where the client left or the connection was cut. */
  readonly complete: boolean;
}

/** The request's header fields; names are matched in any case, and cheapest in lower case. */
export interface RequestHeaders {
  /** The value, several of them joined as RFC 9110 §5.3 says (cookies by "; "). */
  get(name: string): string | undefined;
  /** Every line of that name, in the order sent. */
  getAll(name: string): readonly string[];
  has(name: string): boolean;
  /** All lines in the order sent, names as sent. */
  entries(): Iterable<readonly [string, string]>;
}

/** The request's body, to be taken once: whole or as a stream. */
export interface RequestBody {
  /** False where the request says that it carries none: no length, or 0, and no transfer encoding. */
  readonly announced: boolean;
  /**
   * The whole body; at once where the engine already has it. Beyond the limit: {@link BodyTooLargeError}; a body that ends before it is
   * complete: {@link BodyAbortedError}.
   */
  bytes(limit?: number): Uint8Array | Promise<Uint8Array>;
  /** The body as it arrives, with back-pressure; the same limit and errors. */
  stream(limit?: number): AsyncIterable<Uint8Array>;
  /** Has the body decoded on its way in (gzip): limits then count both forms, and Content-Encoding and Content-Length are hidden. */
  decodeWith(decoder: BodyDecoder): void;
}

/**
 * Decodes a request's body piece by piece; what it throws is thrown to the reader of the body. What comes out is held to the limit; a decoder
 * that works in several steps holds what passes between them to it too.
 */
export type BodyDecoder = (source: AsyncIterable<Uint8Array>, limit: number) => AsyncIterable<Uint8Array>;

/** A body, or a piece of one: text is sent as UTF-8. */
export type ReplyBody = string | Uint8Array;

/** A body that comes in pieces. */
export type ReplyStream = AsyncIterable<ReplyBody> | Iterable<ReplyBody>;

/** The reply while it can still be changed, and the ways to send it. */
export interface OpenReply {
  /** 200 until set. */
  status: number;
  /** True once the status line may have been sent: from then on only the connection can be ended. */
  readonly committed: boolean;
  header(name: string): string | readonly string[] | undefined;
  setHeader(name: string, value: string | readonly string[]): void;
  /** Adds a line beside those of the same name. */
  appendHeader(name: string, value: string): void;
  removeHeader(name: string): void;
  headerNames(): readonly string[];
  /** Sends everything in one write, with its length. Content to HEAD, 204, 205 and 304 is not sent. */
  end(body?: ReplyBody): void;
  /**
   * Sends piece by piece, waiting for the client where it is slow. Resolves when all is sent. A source that fails at once, before its first
   * piece, leaves the reply open: it can still become an error reply. One that fails later ends the connection, since the client must not take
   * the part for the whole; so does one that yields more or less than a Content-Length that was set: {@link ReplyLengthError}.
   *
   * A client that leaves is noticed at once, also while the source waits: {@link ReplyAbortedError}. The source is closed: by `destroy()` where
   * it is a node stream, by `cancel()` where it is a web stream, else by `return()`. An async generator cannot be interrupted while it waits:
   * it learns of it by {@link Exchange.signal}, or when it next yields.
   */
  stream(source: ReplyStream): Promise<void>;
  /** Ends the connection at once, without completing the reply. A reply that was already handed over whole still goes out. */
  abort(): void;
  /** Calls back once, just before the status line is fixed: the last chance to change status and headers. A handler written for node is past it. */
  beforeCommit(listener: (reply: OpenReply) => void): void;
  /** Has the body encoded on its way out (gzip); asked after {@link beforeCommit}'s listeners. */
  encodeBody(encoder: ReplyEncoder): void;
}

/** Encodes a reply's body. It decides at commit time, looking at the reply, and sets Content-Encoding and Vary itself. */
export interface ReplyEncoder {
  /** Whole bodies of fewer bytes are sent as they are, without asking. */
  readonly minimumSize: number;
  /** The encoded body, or undefined to leave it as it is. */
  whole(reply: OpenReply, body: Uint8Array): Uint8Array | Promise<Uint8Array> | undefined;
  /** The encoded pieces, or undefined to leave them as they are. */
  pieces(reply: OpenReply, source: ReplyStream): ReplyStream | undefined;
  /** Sets the headers that the encoded content would have, for a reply without it: to HEAD where GET would be streamed, and 304. */
  describe(reply: OpenReply): void;
}

/** The request's body is larger than allowed. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly code = 'KEELSON_BODY_TOO_LARGE';
  constructor(readonly limit: number) {
    super(`The request body is larger than ${limit} bytes`);
  }
}

/** The client left, or sent less than it announced. */
export class BodyAbortedError extends Error {
  override readonly name = 'BodyAbortedError';
  readonly code = 'KEELSON_BODY_ABORTED';
  constructor() {
    super('The request body ended before it was complete');
  }
}

/** The client left before the reply was complete. */
export class ReplyAbortedError extends Error {
  override readonly name = 'ReplyAbortedError';
  readonly code = 'KEELSON_REPLY_ABORTED';
  constructor() {
    super('The client left before the reply was complete');
  }
}

/** An asynchronous handler was done, and had not answered. */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError';
  readonly code = 'KEELSON_NO_REPLY';
  constructor(method: string, path: string) {
    super(
      `The handler of ${method} ${path} returned a promise that was fulfilled before the request was answered; call reply.end() or reply.stream(), or wait for the code that does`,
    );
  }
}

/** A handler announced one length and streamed another. */
export class ReplyLengthError extends Error {
  override readonly name = 'ReplyLengthError';
  readonly code = 'KEELSON_REPLY_LENGTH';
  constructor(
    readonly announced: number,
    readonly sent: number,
  ) {
    super(
      `The reply announced Content-Length: ${announced}, but ${sent > announced ? 'at least ' : ''}${sent} bytes were streamed, so the connection was closed; set the right length, or none`,
    );
  }
}

/** Something tried to change or send a reply that was already sent. */
export class ReplyCommittedError extends Error {
  override readonly name = 'ReplyCommittedError';
  readonly code = 'KEELSON_REPLY_COMMITTED';
  constructor(attempt: string) {
    super(`${attempt} came too late: the reply was already sent. Answer once, and set headers before the body`);
  }
}

/** The request's body was asked for a second time. */
export class BodyTakenError extends Error {
  override readonly name = 'BodyTakenError';
  readonly code = 'KEELSON_BODY_TAKEN';
  constructor() {
    super('The request body was already read; keep what the first reading gave');
  }
}

import type { Http2Server, ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';

/**
 * The HTTP/2 sessions of a server, each with its open streams, and how they end:
 *
 * ```
 *   GOAWAY, last stream 2³¹−1 ── a round trip ──► GOAWAY, last stream begun ── its streams end ──► closed
 * ```
 *
 * The first GOAWAY asks the client to open no more streams, and what it had sent by then is still answered; the second refuses the rest (RFC 9113
 * §6.8). Node has no call for the first: after any GOAWAY of its own it ignores new streams. On a plain connection the frame can be written between
 * node's; below TLS two writers would crash the process, so there the second one stands alone, and the client repeats what it refuses.
 */
export class Http2Sessions {
  private readonly open = new Map<ServerHttp2Session, OpenSession>();
  private saidGoodbye = false;

  constructor(server: Http2Server, transport: 'plain' | 'tls') {
    let accepted: Socket | undefined;
    // A plain connection becomes a session while this event is emitted.
    if (transport === 'plain') server.prependListener('connection', (socket: Socket) => (accepted = socket));
    server.on('session', (session: ServerHttp2Session) => {
      const opened = new OpenSession(session, accepted);
      this.open.set(session, opened);
      session.on('error', () => session.destroy());
      session.once('close', () => {
        opened.forget();
        this.open.delete(session);
      });
      // Its first request comes with the end of the handshake.
      if (this.saidGoodbye) opened.closeAfterRoundTrip();
    });
  }

  /** Streams that are open go on, new ones go to another connection. */
  sayGoodbye(): void {
    this.saidGoodbye = true;
    for (const session of this.open.values()) session.sayGoodbye();
  }

  /** Ends all sessions at once and yields how many streams were still open. */
  cutOff(): number {
    let streams = 0;
    for (const [session, opened] of this.open) {
      streams += opened.streams.size;
      session.destroy();
    }
    return streams;
  }
}

class OpenSession {
  readonly streams = new Set<unknown>();
  private timer: NodeJS.Timeout | undefined = undefined;

  constructor(
    private readonly session: ServerHttp2Session,
    /** Where frames can be written beside the session's own; undefined where TLS lies between. */
    private readonly socket: Socket | undefined,
  ) {
    session.on('stream', (stream) => {
      this.streams.add(stream);
      stream.once('close', () => this.streams.delete(stream));
    });
  }

  sayGoodbye(): void {
    const { session, socket } = this;
    if (session.destroyed || session.closed) return;
    if (socket === undefined || !socket.writable) {
      session.close();
      return;
    }
    socket.write(shutdownNotice);
    this.closeAfterRoundTrip();
  }

  /** Closes the session when its client has had the time to send what it had on the way: the answer to a ping comes after all of it. */
  closeAfterRoundTrip(): void {
    const { session } = this;
    const close = () => {
      this.forget();
      if (!session.destroyed) session.close();
    };
    this.timer = setTimeout(close, roundTripLimit);
    session.ping(close);
  }

  forget(): void {
    clearTimeout(this.timer);
  }
}

/** GOAWAY: 8 bytes, on stream 0, with the greatest stream ID and NO_ERROR. */
const shutdownNotice = Buffer.from([0, 0, 8, 7, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]);

const roundTripLimit = 1_000;

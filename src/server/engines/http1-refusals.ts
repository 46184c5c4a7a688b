import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { reasonPhrase } from '../../http/status.js';
import { isOpen, requestTimedOut } from './connection.js';
import { errorBody, longestRequestLine, plainAddress } from './node-exchange.js';
import type { NodeExchangeContext } from './node-exchange.js';

/** Answers what never becomes an exchange: what is not HTTP, too large a head, a client that is too slow, and CONNECT. */
export class Http1Refusals {
  constructor(private readonly context: NodeExchangeContext) {}

  /** Node's "clientError". */
  answer(error: ParseError, socket: Socket): void {
    // A client that goes on sending what cannot be parsed causes one error after another.
    if ((socket as Refused)[refusedKey] === true) return;
    const current = (socket as { _httpMessage?: ServerResponse })._httpMessage;
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isLate && requestTimedOut(socket)) return;
    // Before the end of a handshake an answer could only wait for it.
    if (error.code === 'ECONNRESET' || !socket.writable || !isOpen(socket) || current?.headersSent === true) socket.destroy();
    else this.refuse(socket, statusByCode.get(error.code ?? '') ?? 400, requestLineOf(error.rawPacket));
  }

  /** Node's "connect": we are no proxy (RFC 9110 §9.3.6). */
  answerConnect(request: IncomingMessage, socket: Socket): void {
    socket.on('error', () => socket.destroy());
    this.refuse(socket, 501, `CONNECT ${request.url} HTTP/${request.httpVersion}`);
  }

  private refuse(socket: Socket, status: number, requestLine: string | undefined): void {
    (socket as Refused)[refusedKey] = true;
    const body = errorBody(status);
    const bodyBytes = Buffer.byteLength(body);
    socket.end(
      `HTTP/1.1 ${status} ${reasonPhrase(status)}\r\nDate: ${new Date().toUTCString()}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${bodyBytes}\r\nConnection: close\r\n\r\n${body}`,
    );
    // A client that is still sending would see a reset instead of the answer if the connection were closed now; but it is not waited for longer.
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), lingerTime);
    socket.once('close', () => clearTimeout(timer));
    this.context.refused?.({ status, remoteAddress: plainAddress(socket.remoteAddress), requestLine, bodyBytes });
  }
}

/** What node tells of a request that it cannot parse. */
export interface ParseError extends NodeJS.ErrnoException {
  /** What came last. */
  readonly rawPacket?: Buffer;
}

// Known only where the packet that could not be parsed is the one that the request began with.
function requestLineOf(packet: Buffer | undefined): string | undefined {
  return /^[A-Z]+ \S+ HTTP\/\d\.\d(?=\r?\n)/.exec(packet?.toString('latin1', 0, longestRequestLine) ?? '')?.[0];
}

const statusByCode: ReadonlyMap<string, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);
const lingerTime = 500;

const refusedKey = Symbol('refused');

interface Refused extends Socket {
  [refusedKey]?: true;
}

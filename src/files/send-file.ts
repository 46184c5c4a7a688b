import { contentRangeText, parseRange } from '../http/byte-range.js';
import type { ByteRange } from '../http/byte-range.js';
import { evaluateConditions, rangeStillApplies } from '../http/conditional-request.js';
import type { Exchange } from '../http/exchange.js';
import { Reply } from '../http/reply.js';
import { WebApplicationException } from '../http/web-application-exception.js';
import { multipartPieces } from './multipart-ranges.js';
import type { OpenFile } from './open-file.js';

/** Sends a file, or the part that the client asks for, or only that it has not changed (RFC 9110 §13, §14). Content-Type must be set. */
export async function sendFile(exchange: Exchange, file: OpenFile): Promise<void> {
  const { reply, headers, method } = exchange;
  reply.setHeader('ETag', file.etag);
  reply.setHeader('Last-Modified', file.lastModified.toUTCString());
  reply.setHeader('Accept-Ranges', 'bytes');
  const outcome = evaluateConditions(method, headers, file);
  if (outcome === 'not-modified') {
    reply.status = 304;
    // Not sent; it tells the encoder whether the whole would have been worth compressing.
    reply.setHeader('Content-Length', String(file.length));
    return reply.end();
  }
  if (outcome === 'precondition-failed') throw new WebApplicationException(Reply.status(412).header('ETag', file.etag));

  const range = headers.get('range');
  // Only GET has ranges (RFC 9110 §14.2).
  if (range === undefined || method !== 'GET' || !rangeStillApplies(headers, file)) return sendWhole(exchange, file);
  const wanted = parseRange(range, file.length);
  if (wanted.kind === 'parts') return sendParts(exchange, file, wanted.ranges);
  if (wanted.kind === 'whole') return sendWhole(exchange, file);
  throw new WebApplicationException(
    Reply.status(416).header('Accept-Ranges', 'bytes').header('Content-Range', contentRangeText(undefined, file.length)),
  );
}

function sendWhole(exchange: Exchange, file: OpenFile): void | Promise<void> {
  if (file.content !== undefined) return exchange.reply.end(file.content);
  return sendPieces(exchange, file.length, file.read(0, file.length - 1));
}

function sendParts(exchange: Exchange, file: OpenFile, ranges: readonly ByteRange[]): void | Promise<void> {
  const { reply } = exchange;
  reply.status = 206;
  const [first, ...others] = ranges;
  if (others.length > 0) {
    const parts = multipartPieces(file, ranges, String(reply.header('Content-Type')));
    reply.setHeader('Content-Type', parts.type);
    return sendPieces(exchange, parts.length, parts.pieces);
  }
  const { start, end } = first!;
  reply.setHeader('Content-Range', contentRangeText(first, file.length));
  if (file.content !== undefined) return reply.end(file.content.subarray(start, end + 1));
  return sendPieces(exchange, end - start + 1, file.read(start, end));
}

function sendPieces({ reply }: Exchange, length: number, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  reply.setHeader('Content-Length', String(length));
  return reply.stream(pieces);
}

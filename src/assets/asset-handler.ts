import mime from 'mime';

import { chooseEncoding } from '../http/accept.js';
import { contentRangeText, parseRange } from '../http/byte-range.js';
import type { ByteRange } from '../http/byte-range.js';
import { evaluateConditions, rangeStillApplies } from '../http/conditional-request.js';
import { sendError } from '../http/error-reply.js';
import type { Exchange } from '../http/exchange.js';
import type { Handler } from '../http/handler.js';
import { hasWellFormedTarget } from '../http/percent-escapes.js';
import type { AssetFile, AssetFolder } from './asset-file.js';
import { assetNames } from './asset-path.js';
import { multipartPieces } from './multipart-ranges.js';

/** Serves the files of a folder below a prefix ("" at the root). */
export function assetHandler(folder: AssetFolder, prefix: string, indexFile: string | undefined): Handler {
  return async (exchange) => {
    const { method, reply } = exchange;
    if (method !== 'GET' && method !== 'HEAD') {
      reply.setHeader('Allow', 'GET, HEAD, OPTIONS');
      return method === 'OPTIONS' ? reply.end() : sendError(exchange, 405);
    }
    exchange.route = `${prefix}/*`;
    if (!hasWellFormedTarget(exchange)) return sendError(exchange, 400);
    const names = assetNames(exchange.path.slice(prefix.length) || '/');
    const file = names === undefined ? undefined : await folder.open(names, indexFile);
    if (file === undefined) return sendError(exchange, 404);
    try {
      await sendNegotiated(exchange, folder, file);
    } finally {
      await file.close();
    }
  };
}

/** The codings of files that lie beside the plain one, the better first. */
const codings: readonly { readonly name: string; readonly suffix: string }[] = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
];

async function sendNegotiated(exchange: Exchange, folder: AssetFolder, file: AssetFile): Promise<void> {
  exchange.reply.setHeader('Content-Type', contentType(file.path));
  // An unknown type stays unknown: guessed to be HTML, an uploaded file would run its scripts in the visitor's session.
  exchange.reply.setHeader('X-Content-Type-Options', 'nosniff');
  const siblings = new Map<string, AssetFile>();
  try {
    // One after the other: whatever was opened before one of them fails is in the map, and is closed below.
    for (const { name, suffix } of codings) {
      const sibling = await folder.openSibling(file, suffix);
      if (sibling !== undefined) siblings.set(name, sibling);
    }
    const coding = chooseEncoding(exchange.headers.get('accept-encoding'), [...siblings.keys()]);
    if (siblings.size > 0) exchange.reply.appendHeader('Vary', 'Accept-Encoding');
    if (coding === undefined) return await sendFile(exchange, file);
    exchange.reply.setHeader('Content-Encoding', coding);
    return await sendFile(exchange, siblings.get(coding)!);
  } finally {
    for (const sibling of siblings.values()) await sibling.close();
  }
}

async function sendFile(exchange: Exchange, file: AssetFile): Promise<void> {
  const { reply, headers, method } = exchange;
  reply.setHeader('ETag', file.etag);
  reply.setHeader('Last-Modified', file.lastModified.toUTCString());
  reply.setHeader('Accept-Ranges', 'bytes');
  const outcome = evaluateConditions(method, headers, file);
  if (outcome === 'not-modified') {
    reply.status = 304;
    return reply.end();
  }
  if (outcome === 'precondition-failed') return sendBareError(exchange, 412);

  const range = headers.get('range');
  if (range === undefined || !rangeStillApplies(headers, file)) return sendWhole(exchange, file);
  const wanted = parseRange(range, file.length);
  if (wanted.kind === 'parts') return sendParts(exchange, file, wanted.ranges);
  if (wanted.kind === 'whole') return sendWhole(exchange, file);
  reply.setHeader('Content-Range', contentRangeText(undefined, file.length));
  return sendBareError(exchange, 416);
}

function sendWhole(exchange: Exchange, file: AssetFile): void | Promise<void> {
  if (file.content !== undefined) return exchange.reply.end(file.content);
  return sendPieces(exchange, file.length, file.read(0, file.length - 1));
}

function sendParts(exchange: Exchange, file: AssetFile, ranges: readonly ByteRange[]): void | Promise<void> {
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

/** An error of the request, not of a file: what was said about the file's content no longer holds. */
function sendBareError(exchange: Exchange, status: number): void {
  for (const name of ['Content-Type', 'Content-Encoding', 'Last-Modified']) exchange.reply.removeHeader(name);
  sendError(exchange, status);
}

function contentType(path: string): string {
  const type = mime.getType(path);
  if (type === null) return 'application/octet-stream';
  return utf8Types.test(type) ? `${type};charset=utf-8` : type;
}

const utf8Types = /^text\/|[/+](?:json|xml|javascript)$/;

import type { Http2Head } from './http2-exchange.js';
import { isHost, targetProblem } from './request-target.js';

/** The rules of HTTP/2 that node leaves to us: the status to refuse the request with, undefined where nothing is wrong. */
export function http2Problem({ headers, rawHeaders }: Http2Head, maxHeaderSize: number): number | undefined {
  let size = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) size += rawHeaders[i]!.length + rawHeaders[i + 1]!.length + fieldOverhead;
  if (size > maxHeaderSize) return 431;
  // We are no proxy (RFC 9110 §9.3.6).
  if (headers[':method'] === 'CONNECT') return 501;
  const authority = headers[':authority'];
  const { host } = headers;
  // RFC 9113 §8.3.1: what HTTP/1.1 calls Host; where both are there, they must agree.
  if (authority === undefined && host === undefined) return 400;
  if (authority !== undefined && host !== undefined && authority !== host) return 400;
  if (!isHost(authority ?? host!)) return 400;
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') return 417;
  return targetProblem(headers[':method']!, headers[':path']!);
}

/** RFC 9113 §6.5.2: how SETTINGS_MAX_HEADER_LIST_SIZE, which tells clients our limit, counts a field. */
const fieldOverhead = 32;

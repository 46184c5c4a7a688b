import type { IncomingMessage } from 'node:http';

import { isHost, targetProblem } from './request-target.js';

/**
 * The rules of HTTP/1.1 that node's parser leaves to us, in one look at the header lines: the status to refuse the request with, undefined where
 * nothing is wrong. It is done for every request.
 */
export function http1Problem(request: IncomingMessage, maxHeaderSize: number): number | undefined {
  const { rawHeaders, httpVersionMajor, httpVersionMinor, method, url } = request;
  if (httpVersionMajor !== 1) return httpVersionMajor === 0 ? 400 : 505;
  let size = method!.length + url!.length + restOfRequestLine;
  let hosts = 0;
  let isHostBad = false;
  let hasTransferCoding = false;
  let isCodingUnknown = false;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    const value = rawHeaders[i + 1]!;
    size += name.length + value.length + separators;
    if (name.length === 4 && name.toLowerCase() === 'host') {
      hosts++;
      isHostBad ||= !isHost(value);
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      isCodingUnknown ||= value.toLowerCase() !== 'chunked';
      hasTransferCoding = true;
    }
  }
  if (size > maxHeaderSize) return 431;
  // RFC 9112 §3.2: exactly one, and a valid one; HTTP/1.0 may leave it out.
  if (isHostBad || hosts > 1 || (hosts === 0 && httpVersionMinor === 1)) return 400;
  if (hasTransferCoding) {
    // RFC 9112 §6.1: HTTP/1.0 knows no transfer codings, so the end of such a message cannot be found; and we decode none but "chunked".
    if (httpVersionMinor === 0) return 400;
    if (isCodingUnknown) return 501;
  }
  return targetProblem(method!, url!);
}

/** Two blanks, "HTTP/1.1", and the line breaks of the request line and behind the headers. */
const restOfRequestLine = 14;
/** A colon, a blank and a line break. */
const separators = 4;

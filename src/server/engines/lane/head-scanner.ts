/** The head of an ordinary request: everything a handler may ask of it, still in one piece of text. */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  /** Request line and header lines, one character per byte. */
  readonly text: string;
  /** Four offsets into the text for each header line: its name from and to, its value from and to. */
  readonly fields: readonly number[];
  /** 0 where the request has no body. */
  readonly contentLength: number;
  /** False where the client said "Connection: close". */
  readonly keepsAlive: boolean;
  /** The index of the first byte behind the head. */
  readonly end: number;
}

/** Everything so far is ordinary, and more must come. */
export const incomplete = Symbol('incomplete');
/** Something that this scanner does not decide: the request belongs to node's parser, from its first byte on. */
export const notOrdinary = Symbol('not ordinary');

/**
 * Reads the head of one HTTP/1.1 request that begins at `start`. It takes only what every parser reads alike: one of seven methods, a path of
 * visible ASCII, lines that end with CR LF, token names, values of visible ASCII and blanks, one plain Host, at most one Content-Length of
 * digits. It does not decide what is wrong: whatever else comes is left to node's parser, so this one can never accept what node refuses.
 */
export function scanHead(bytes: Buffer, start: number, limit: number): RequestHead | typeof incomplete | typeof notOrdinary {
  const end = Math.min(bytes.length, start + limit);
  const more = bytes.length > start + limit ? notOrdinary : incomplete;
  const method = methodAt(bytes, start, end);
  if (method === undefined) return end - start < longestMethod && couldBecomeMethod(bytes, start, end) ? more : notOrdinary;
  let at = start + method.length + 1;
  const targetStart = at;
  while (at < end && targetBytes[bytes[at]!] === 1) at++;
  if (at === targetStart) return at === end ? more : notOrdinary;
  if (bytes[targetStart] !== slash) return notOrdinary;
  const targetEnd = at;
  for (let index = 0; index < versionBytes.length; index++, at++) {
    if (at === end) return more;
    if (bytes[at] !== versionBytes[index]) return notOrdinary;
  }

  const fields: number[] = [];
  let hosts = 0;
  let contentLength = -1;
  let keepsAlive = true;
  let connections = 0;
  let size = targetEnd - start + restOfRequestLine;
  for (;;) {
    const nameStart = at;
    while (at < end && tokenBytes[bytes[at]!] === 1) at++;
    if (at === end) return more;
    const nameEnd = at;
    if (bytes[at] === carriageReturn && nameEnd === nameStart) break;
    if (bytes[at] !== colon || nameEnd === nameStart) return notOrdinary;
    at++;
    while (at < end && bytes[at] === space) at++;
    const valueStart = at;
    while (at < end && valueBytes[bytes[at]!] === 1) at++;
    if (at + 1 >= end) return at < end && bytes[at] !== carriageReturn ? notOrdinary : more;
    if (bytes[at] !== carriageReturn || bytes[at + 1] !== lineFeed) return notOrdinary;
    let valueEnd = at;
    while (valueEnd > valueStart && bytes[valueEnd - 1] === space) valueEnd--;
    at += 2;
    size += nameEnd - nameStart + valueEnd - valueStart + separators;
    switch (kindOfField(bytes, nameStart, nameEnd)) {
      case 'ordinary':
        break;
      case 'host':
        if (++hosts > 1 || !isPlainHost(bytes, valueStart, valueEnd)) return notOrdinary;
        break;
      case 'content-length':
        if (contentLength >= 0) return notOrdinary;
        contentLength = digits(bytes, valueStart, valueEnd);
        if (contentLength < 0) return notOrdinary;
        break;
      case 'connection':
        if (++connections > 1) return notOrdinary;
        if (isWord(bytes, valueStart, valueEnd, 'close')) keepsAlive = false;
        else if (!isWord(bytes, valueStart, valueEnd, 'keep-alive')) return notOrdinary;
        break;
      case 'other':
        return notOrdinary;
    }
    if (fields.length >= mostOffsets) return notOrdinary;
    fields.push(nameStart - start, nameEnd - start, valueStart - start, valueEnd - start);
  }
  if (at + 1 >= end) return more;
  if (bytes[at + 1] !== lineFeed || hosts !== 1 || size > limit) return notOrdinary;
  const text = bytes.toString('latin1', start, at);
  return {
    method,
    target: text.slice(targetStart - start, targetEnd - start),
    text,
    fields,
    contentLength: Math.max(0, contentLength),
    keepsAlive,
    end: at + 2,
  };
}

// Heads are counted as they are for node's parser, where a blank behind the colon counts whether it is there or not.
const restOfRequestLine = 14;
const separators = 4;
const slash = 0x2f;
const colon = 0x3a;
const space = 0x20;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
/** A hundred header lines. */
const mostOffsets = 400;
const versionBytes = bytesOf(' HTTP/1.1\r\n');
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'] as const;
const methodsWithBlank = methods.map((method) => ({ method, bytes: bytesOf(`${method} `) }));
const longestMethod = Math.max(...methodsWithBlank.map(({ bytes }) => bytes.length));

const tokenBytes = tableOf((byte) => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]$/.test(String.fromCharCode(byte)));
const targetBytes = tableOf((byte) => byte > 0x20 && byte < 0x7f && byte !== 0x23);
const valueBytes = tableOf((byte) => byte >= 0x20 && byte < 0x7f);
const hostBytes = tableOf((byte) => /^[A-Za-z0-9.\-_]$/.test(String.fromCharCode(byte)));

function methodAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  for (const { method, bytes: expected } of methodsWithBlank) {
    if (bytes[start] === expected[0] && bytes[start + 1] === expected[1] && start + expected.length <= end) {
      let index = 2;
      while (index < expected.length && bytes[start + index] === expected[index]) index++;
      if (index === expected.length) return method;
    }
  }
  return undefined;
}

function couldBecomeMethod(bytes: Uint8Array, start: number, end: number): boolean {
  return methodsWithBlank.some(({ bytes: expected }) => {
    for (let at = start; at < end; at++) if (bytes[at] !== expected[at - start]) return false;
    return true;
  });
}

type FieldKind = 'ordinary' | 'host' | 'content-length' | 'connection' | 'other';

/** Fields that say where a message ends, or who goes on with the connection, are told apart; by their length first, since most are ordinary. */
function kindOfField(bytes: Uint8Array, start: number, end: number): FieldKind {
  switch (end - start) {
    case 4:
      return isWord(bytes, start, end, 'host') ? 'host' : 'ordinary';
    case 6:
      return isWord(bytes, start, end, 'expect') ? 'other' : 'ordinary';
    case 7:
      return isWord(bytes, start, end, 'upgrade') || isWord(bytes, start, end, 'trailer') ? 'other' : 'ordinary';
    case 10:
      if (isWord(bytes, start, end, 'connection')) return 'connection';
      return isWord(bytes, start, end, 'keep-alive') ? 'other' : 'ordinary';
    case 14:
      if (isWord(bytes, start, end, 'content-length')) return 'content-length';
      return isWord(bytes, start, end, 'http2-settings') ? 'other' : 'ordinary';
    case 16:
      return isWord(bytes, start, end, 'proxy-connection') ? 'other' : 'ordinary';
    case 17:
      return isWord(bytes, start, end, 'transfer-encoding') ? 'other' : 'ordinary';
    default:
      return 'ordinary';
  }
}

/** Compares in any case; the word is in lower case, and may hold letters, digits and hyphens. */
function isWord(bytes: Uint8Array, start: number, end: number, word: string): boolean {
  if (end - start !== word.length) return false;
  for (let index = 0; index < word.length; index++) {
    const byte = bytes[start + index]!;
    const expected = word.charCodeAt(index);
    if (byte !== expected && (byte | 0x20) !== expected) return false;
    // Only letters have two cases: 0x0d and 0x2d ("-") differ in the same bit.
    if (byte !== expected && (byte < 0x41 || byte > 0x5a)) return false;
  }
  return true;
}

/** A name or an IPv4 address, with or without a port. Everything else, IPv6 included, is looked at by those who have the time. */
function isPlainHost(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && hostBytes[bytes[at]!] === 1) at++;
  if (at === start) return false;
  if (at === end) return true;
  return bytes[at] === colon && at + 1 < end && end - at <= 6 && digits(bytes, at + 1, end) >= 0;
}

/** A number of one to ten digits, or -1. */
function digits(bytes: Uint8Array, start: number, end: number): number {
  if (end === start || end - start > 10) return -1;
  let number = 0;
  for (let at = start; at < end; at++) {
    const digit = bytes[at]! - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

function tableOf(holds: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (holds(byte) ? 1 : 0));
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

import { checkHeaderName, checkHeaderValue } from '../../../http/header-field.js';
import { reasonPhrase } from '../../../http/status.js';
import { indexOfField } from '../field-list.js';
import type { FieldList } from '../field-list.js';

/** How the connection goes on behind a reply. */
export interface ReplyFraming {
  readonly closes: boolean;
  readonly chunked: boolean;
  /** What the client is told of idle connections: "timeout=30". */
  readonly keepAlive: string | undefined;
}

/**
 * The head of a reply as one text, one character per byte, with the lines that node's server adds: Date, Connection, Keep-Alive and
 * Transfer-Encoding. Throws where a name or a value cannot be sent.
 */
export function replyHead(status: number, fields: FieldList, { closes, chunked, keepAlive }: ReplyFraming): string {
  let text = statusLine(status);
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index]!;
    if (!knownNames.has(name)) remember(checkHeaderName(name));
    text += `${name}: ${checkHeaderValue(name, fields[index + 1]!)}\r\n`;
  }
  // In the order of node's server, so that a client cannot tell the two apart.
  if (closes) text += 'Connection: close\r\n';
  else if (keepAlive !== undefined) text += `Keep-Alive: ${keepAlive}\r\n`;
  if (indexOfField(fields, 'Date') < 0) text += dateLine();
  if (!closes) text += 'Connection: keep-alive\r\n';
  return chunked ? `${text}Transfer-Encoding: chunked\r\n\r\n` : `${text}\r\n`;
}

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (line === undefined) statusLines.set(status, (line = `HTTP/1.1 ${status} ${reasonPhrase(status)}\r\n`));
  return line;
}

/** Names that were checked before. Bounded, since a handler may invent names for ever. */
const knownNames = new Set<string>();

function remember(name: string): void {
  if (knownNames.size < 1_000) knownNames.add(name);
}

let dateSecond = 0;
let dateText = '';

/** One text for all replies of a second. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1_000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = `Date: ${new Date(second * 1_000).toUTCString()}\r\n`;
  }
  return dateText;
}

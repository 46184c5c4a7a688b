import { qualityOf } from './accept.js';
import { BoundedCache } from './bounded-cache.js';
import { ErrorMessage, ValidationErrorMessage } from './error-message.js';
import type { Exchange } from './exchange.js';
import { MediaType } from './media-type.js';
import type { Reply } from './reply.js';

/**
 * Sends a reply without the body writers of resources: error messages as JSON or text, whichever the client prefers; text and bytes as they are;
 * anything else as JSON.
 */
export function sendReply(exchange: Exchange, reply: Reply): void {
  reply.applyHead(exchange.reply);
  const { entity } = reply;
  if (entity === undefined || entity === null) exchange.reply.end();
  else if (entity instanceof ErrorMessage || entity instanceof ValidationErrorMessage) sendErrorMessage(exchange, entity);
  else if (typeof entity === 'string') sendTyped(exchange, MediaType.text, entity);
  else if (entity instanceof Uint8Array) sendTyped(exchange, MediaType.bytes, entity);
  else sendTyped(exchange, MediaType.json, JSON.stringify(entity));
}

/** Sends an error body as JSON, unless the client prefers text; to a client that accepts neither, the message of an exception is text. */
export function sendErrorMessage(
  { headers, reply }: Pick<Exchange, 'headers' | 'reply'>,
  message: ErrorMessage | ValidationErrorMessage,
): void {
  const wanted = wantedByAccept.get(headers.get('accept') ?? '');
  const asText = wanted === 'text' || (wanted === 'neither' && message instanceof ErrorMessage);
  reply.setHeader('Content-Type', contentTypeText(asText ? MediaType.text : MediaType.json));
  reply.end(asText ? message.toText() : message.toJson());
}

/** A media type as it is sent: text is written in UTF-8, and says so. */
export function contentTypeText(mediaType: MediaType): string {
  let text = contentTypes.get(mediaType);
  if (text === undefined) {
    const bare = mediaType.parameters.has('qs') ? MediaType.parse(mediaType.essence) : mediaType;
    text = (bare.type === 'text' && bare.charset === undefined ? bare.withCharset('utf-8') : bare).toString();
    contentTypes.set(mediaType, text);
  }
  return text;
}

function sendTyped({ reply }: Exchange, type: MediaType, body: string | Uint8Array): void {
  if (reply.header('Content-Type') === undefined) reply.setHeader('Content-Type', contentTypeText(type));
  reply.end(body);
}

const wantedByAccept = new BoundedCache(100, (accept): 'json' | 'text' | 'neither' => {
  const [json, text] = [qualityOf(accept, MediaType.json), qualityOf(accept, MediaType.text)];
  return text > json ? 'text' : json > 0 ? 'json' : 'neither';
});

const contentTypes = new WeakMap<MediaType, string>();

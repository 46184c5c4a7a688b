import { BodyAbortedError, ReplyAbortedError } from '../../http/exchange.js';
import type { Exchange, OpenReply } from '../../http/exchange.js';
import type { Reply } from '../../http/reply.js';
import { WebApplicationException } from '../../http/web-application-exception.js';
import { getLogger } from '../../logging/get-logger.js';
import { asPromise } from '../../values/as-promise.js';
import { logUnhandled, unhandledReply, webApplicationReply } from '../exceptions/default-mappers.js';
import type { ExceptionMappers } from '../exceptions/exception-mappers.js';
import type { ReplySurroundings, ReplyWriter } from './reply-writer.js';

const log = getLogger('keelson.resources');

/** Answers with what became of an exception. Never throws and never rejects: this is where everything ends up. */
export class ErrorAnswers {
  constructor(
    private readonly mappers: ExceptionMappers,
    private readonly writer: ReplyWriter,
  ) {}

  answer(thrown: unknown, surroundings: ReplySurroundings): void | Promise<void> {
    const { exchange } = surroundings;
    if (exchange.reply.committed || isClientGone(thrown, exchange)) return endConnection(thrown, exchange);
    try {
      forgetContent(exchange.reply);
      const reply = this.replyTo(thrown, surroundings);
      const promise = asPromise(reply);
      const written =
        promise === undefined
          ? this.writer.write(reply, surroundings)
          : promise.then((settled) => this.writer.write(settled, surroundings));
      return written instanceof Promise ? written.catch((second: unknown) => lastResort(second, exchange)) : undefined;
    } catch (second) {
      return lastResort(second, exchange);
    }
  }

  private replyTo(thrown: unknown, { context }: ReplySurroundings): Reply | Promise<Reply> {
    // JAX-RS 2.1 §3.3.4: an exception that brings its own body is sent as built, whatever mappers there are.
    if (thrown instanceof WebApplicationException && thrown.reply.entity !== undefined) return webApplicationReply(thrown);
    const mapper = this.mappers.find(thrown);
    // A mapper was found by the class of what was thrown, which is an object therefore.
    return mapper === undefined ? unhandledReply(thrown) : mapper.toReply(thrown as object, context);
  }
}

/** A mapper, a filter or a writer failed over an error: no further experiments. */
function lastResort(thrown: unknown, exchange: Exchange): void {
  const { reply } = exchange;
  if (reply.committed) return endConnection(thrown, exchange);
  forgetContent(reply);
  const { statusCode, entity } = unhandledReply(thrown);
  reply.status = statusCode;
  reply.setHeader('Content-Type', 'text/plain;charset=utf-8');
  reply.end(String(entity));
}

/** The client must not take a part for the whole; if it has left, nobody did anything wrong. */
function endConnection(thrown: unknown, exchange: Exchange): void {
  if (isClientGone(thrown, exchange) || thrown instanceof BodyAbortedError) log.debug('The client left before it was answered');
  else logUnhandled(thrown);
  exchange.reply.abort();
}

/** True for the engine's own word, and for what code throws that was given the request's signal: `fetch(url, { signal })`. */
function isClientGone(thrown: unknown, exchange: Exchange): boolean {
  if (thrown instanceof ReplyAbortedError) return true;
  return thrown instanceof Error && thrown.name === 'AbortError' && exchange.signal.aborted;
}

/** What was meant for another body must not describe this one. */
function forgetContent(reply: OpenReply): void {
  for (const name of reply.headerNames()) if (aboutContent.has(name.toLowerCase())) reply.removeHeader(name);
}

const aboutContent: ReadonlySet<string> = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'location',
]);

import { answerError, errorReply } from '../../http/error-reply.js';
import type { Reply } from '../../http/reply.js';
import { WebApplicationException } from '../../http/web-application-exception.js';
import { getLogger } from '../../logging/get-logger.js';
import { asPromise } from '../../values/as-promise.js';
import type { ExceptionMappers } from '../exceptions/exception-mappers.js';
import type { ReplySurroundings, ReplyWriter } from './reply-writer.js';

const log = getLogger('keelson.resources');

/** Answers thrown values with what the exception mappers make of them, through the response filters. Never throws and never rejects. */
export class ErrorAnswers {
  constructor(
    private readonly mappers: ExceptionMappers,
    private readonly writer: ReplyWriter,
  ) {}

  answer(thrown: unknown, surroundings: ReplySurroundings): void | Promise<void> {
    return answerError(surroundings.exchange, thrown, {
      log,
      map: () => this.mapped(thrown, surroundings),
      send: (reply) => this.writer.write(reply, surroundings),
    });
  }

  private mapped(thrown: unknown, { context, exchange }: ReplySurroundings): Reply | Promise<Reply> | undefined {
    // JAX-RS 2.1 §3.3.4: an exception that brings its own body is sent as built, whatever mappers there are.
    if (thrown instanceof WebApplicationException && thrown.reply.entity !== undefined) return errorReply(thrown, log, exchange);
    const mapper = this.mappers.find(thrown);
    if (mapper === undefined) return undefined;
    // A mapper was found by the class of what was thrown, which is an object therefore.
    const reply = mapper.toReply(thrown as object, context);
    return (asPromise(reply) as Promise<Reply> | undefined) ?? reply;
  }
}

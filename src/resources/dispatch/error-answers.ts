import { answerError, errorReply } from '../../http/error-reply.js';
import type { Reply } from '../../http/reply.js';
import { WebApplicationException } from '../../http/web-application-exception.js';
import { getLogger } from '../../logging/get-logger.js';
import { asPromise } from '../../values/as-promise.js';
import type { ExceptionMappers } from '../exceptions/exception-mappers.js';
import type { Call } from './call.js';
import type { ReplyWriter } from './reply-writer.js';

const log = getLogger('keelson.resources');

/** Answers thrown values with what the exception mappers make of them, through the response filters. Never throws and never rejects. */
export class ErrorAnswers {
  constructor(
    private readonly mappers: ExceptionMappers,
    private readonly writer: ReplyWriter,
  ) {}

  answer(thrown: unknown, call: Call): void | Promise<void> {
    return answerError(call.exchange, thrown, {
      log,
      map: () => this.mapped(thrown, call),
      send: (reply) => this.writer.writeReply(reply, call),
    });
  }

  private mapped(thrown: unknown, call: Call): Reply | Promise<Reply> | undefined {
    // JAX-RS 2.1 §3.3.4: an exception that brings its own body is sent as built, whatever mappers there are.
    if (thrown instanceof WebApplicationException && thrown.reply.entity !== undefined) return errorReply(thrown, log, call.exchange);
    const mapper = this.mappers.find(thrown);
    if (mapper === undefined) return undefined;
    // A mapper was found by the class of what was thrown, which is an object therefore.
    const reply = mapper.toReply(thrown as object, call.context);
    return (asPromise(reply) as Promise<Reply> | undefined) ?? reply;
  }
}

export { BodyAbortedError, BodyTooLargeError } from './exchange.js';
export type {
  Exchange,
  ExchangeOutcome,
  FinishedListener,
  OpenReply,
  ReplyBody,
  ReplyEncoder,
  ReplyStream,
  RequestBody,
  RequestHeaders,
} from './exchange.js';
export type { Handler } from './handler.js';

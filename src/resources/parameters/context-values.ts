import { ContextKey } from '../../contract/annotations/context-key.js';
import type { ContextSource } from '../../contract/argument-model.js';
import { SecurityContext } from '../../http/security-context.js';
import { LoggingContext } from '../../logging/logging-context.js';
import type { Call } from '../dispatch/call.js';
import { RequestContext } from '../filters/request-context.js';
import { LoggingFields } from '../logging-fields.js';
import { FoundContext } from './parameter-annotation.js';

/** Takes what a `@Context` parameter asks for out of a call; undefined where the framework does not know it. */
export function contextReader(context: ContextSource): ((call: Call) => unknown) | undefined {
  if (context === LoggingFields) return () => LoggingContext.current();
  if (context instanceof FoundContext) return (call): unknown => context.find(call.context);
  if (context instanceof ContextKey) return (call) => call.exchange.attribute(context.symbol);
  return byClass.get(context);
}

const byClass: ReadonlyMap<unknown, (call: Call) => unknown> = new Map<unknown, (call: Call) => unknown>([
  [RequestContext, (call) => call.context],
  [SecurityContext, (call) => call.context.security],
  [AbortSignal, (call) => call.signal],
]);

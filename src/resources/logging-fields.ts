import { ContextKey } from '../contract/annotations/context-key.js';
import type { ContextFields } from '../logging/log-event.js';

/** The fields that stand in every line logged for this request: `@Context(LoggingFields) fields`. */
export const LoggingFields: ContextKey<ContextFields> = new ContextKey<ContextFields>('LoggingFields');

import { AsyncLocalStorage } from 'node:async_hooks';

import type { ContextFields } from './log-event.js';

// Made when first needed: a process that never opens a context never pays for following its promises.
let storage: AsyncLocalStorage<ContextFields> | undefined;

/**
 * Fields that follow a piece of work through asynchronous code and stand in every line it logs.
 *
 * @example LoggingContext.run({ requestId: 'a1' }, () => handle(exchange))
 */
export class LoggingContext {
  private constructor() {}

  /** Runs the work with these fields, added to those already there; fields of the same name hide the outer ones. */
  static run<R>(fields: ContextFields, work: () => R): R {
    storage ??= new AsyncLocalStorage();
    const outer = storage.getStore();
    return storage.run(outer === undefined ? fields : { ...outer, ...fields }, work);
  }

  /** The fields in force here, or undefined outside of any context. */
  static current(): ContextFields | undefined {
    return storage === undefined ? undefined : storage.getStore();
  }
}

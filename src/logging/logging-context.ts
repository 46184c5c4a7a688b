import { AsyncLocalStorage } from 'node:async_hooks';

import type { ContextFields, LogTrace } from './log-event.js';

/** What follows a piece of work. */
interface Surroundings {
  readonly fields: ContextFields | undefined;
  readonly requestId: string | undefined;
  readonly trace: LogTrace | undefined;
}

const none: Surroundings = { fields: undefined, requestId: undefined, trace: undefined };

// Created when first needed: a process that never opens a context never pays for tracking its promises.
let storage: AsyncLocalStorage<Surroundings> | undefined;

/**
 * Fields that follow a piece of work through asynchronous code and stand in every line it logs.
 *
 * @example LoggingContext.run({ requestId: 'a1' }, () => handle(exchange))
 */
export class LoggingContext {
  private constructor() {}

  /** Runs the work with these fields added to those already there; a field of the same name hides the outer one. */
  static run<R>(fields: ContextFields, work: () => R): R {
    storage ??= new AsyncLocalStorage();
    const outer = storage.getStore() ?? none;
    return storage.run({ ...outer, fields: outer.fields === undefined ? fields : { ...outer.fields, ...fields } }, work);
  }

  /** Runs the work for a request. Its ID and its trace are in lines for machines, as {@link LogEvent.requestId}, and not in lines for people. */
  static runForRequest<R>(requestId: string | undefined, work: () => R, trace?: LogTrace): R {
    storage ??= new AsyncLocalStorage();
    return storage.run({ fields: storage.getStore()?.fields, requestId, trace }, work);
  }

  /** The fields in force here; undefined outside of any context. */
  static current(): ContextFields | undefined {
    return storage === undefined ? undefined : storage.getStore()?.fields;
  }

  /** The ID of the request that is handled here, if it is tracked. */
  static get requestId(): string | undefined {
    return storage === undefined ? undefined : storage.getStore()?.requestId;
  }

  /** The trace that the request belongs to, if it is tracked. */
  static get trace(): LogTrace | undefined {
    return storage === undefined ? undefined : storage.getStore()?.trace;
  }
}

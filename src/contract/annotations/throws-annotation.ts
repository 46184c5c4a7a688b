import type { ErrorClass } from '../../http/exception-status.js';
import { AnnotationKind, placeOf, record } from '../../reflection/annotation.js';
import type { DecoratorArguments } from '../../reflection/annotation.js';

/** An error that a method may throw. */
export interface ThrownError {
  readonly type: ErrorClass;
  /** The status it is answered with, where only the method knows it. */
  readonly status: number | undefined;
  /** When it is thrown, in words for clients. */
  readonly description: string | undefined;
}

/** Recorded by {@link Throws}. */
export const ThrowsKind = new AnnotationKind<ThrownError>('Throws', { merge: 'accumulate' });

/** What {@link Throws} can be told beside the class. */
export interface ThrowsOptions {
  /** The status of the answer, for an error whose class and mapper do not say. */
  readonly status?: number;
  /** When it is thrown, in words for clients. */
  readonly when?: string;
}

/**
 * Says which error a method may throw, for readers of the contract: the document then has the answer that the error leads to. Exceptions with a
 * status of their own are known; for an error of yours, write `@Returns` on `toReply` of its mapper.
 *
 * @example @GET @Path('/{id}') @Throws(NotFoundException, { when: 'Nobody has this ID.' }) find(@PathParam('id') id: LongParam): Person
 */
export function Throws(
  type: ErrorClass,
  { status, when }: ThrowsOptions = {},
): (target: object, method: PropertyKey, descriptor: PropertyDescriptor) => void {
  return (...args: DecoratorArguments) => record(ThrowsKind, { type, status, description: when }, placeOf(args));
}

import { ReturnsKind } from '../../contract/annotations/returns-annotation.js';
import { statusOfException } from '../../http/exception-status.js';
import type { ErrorClass } from '../../http/exception-status.js';
import { modelOf } from '../../reflection/class-model.js';
import type { Class, TypeRef } from '../../reflection/type-ref.js';
import type { ExceptionMapper } from './exception-mapper.js';

/** What errors of a class are answered with, as far as somebody says. */
export interface DocumentedAnswer {
  readonly status: number;
  /** Undefined for the framework's own error body. */
  readonly type: TypeRef | undefined;
}

/** Asks the mapper for the nearest class, which may say it with `@Returns` on `toReply`, and then the exception's own class. */
export function documentedAnswer(error: ErrorClass, mappers: readonly ExceptionMapper<object>[]): DocumentedAnswer | undefined {
  for (let type: unknown = error; typeof type === 'function' && type !== Function.prototype; type = Object.getPrototypeOf(type)) {
    const mapper = mappers.findLast((one) => one.type === type);
    const returns = mapper === undefined ? undefined : returnsOf(mapper);
    if (returns?.status !== undefined) return { status: returns.status, type: returns.type };
    if (mapper !== undefined) break;
  }
  const status = statusOfException(error);
  return status === undefined ? undefined : { status, type: undefined };
}

function returnsOf(
  mapper: ExceptionMapper<object>,
): { readonly status: number | undefined; readonly type: TypeRef | undefined } | undefined {
  return modelOf(mapper.constructor as Class)
    .methods.find(({ name }) => name === 'toReply')
    ?.annotations.first(ReturnsKind);
}

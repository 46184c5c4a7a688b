import type { PrincipalArgument } from '../../contract/argument-model.js';
import { securityOf } from '../../http/security-context.js';
import { Optional } from '../../values/optional.js';
import type { Call } from '../dispatch/call.js';

/** Gives an `@Auth` parameter the caller whom the guard before the method has recognised. */
export function principalReader({ principal: type, isOptional }: PrincipalArgument): (call: Call) => unknown {
  return ({ exchange }) => {
    const { principal } = securityOf(exchange);
    if (principal === undefined) {
      if (isOptional) return Optional.absent();
      throw new TypeError(`${exchange.method} ${exchange.path} was called without a principal, which its @Auth parameter needs`);
    }
    if (type !== undefined && !(principal instanceof type) && isInstanceOfAnotherClass(principal)) throw wrongClass(principal, type.name);
    return isOptional ? Optional.of(principal) : principal;
  };
}

/** Literals may stand for a class: the compiler has compared their members. */
function isInstanceOfAnotherClass(principal: unknown): boolean {
  const { constructor } = principal as object;
  return constructor !== undefined && constructor !== Object;
}

function wrongClass(principal: unknown, expected: string): TypeError {
  return new TypeError(
    `An authenticator yielded a ${(principal as object).constructor.name}, but an @Auth parameter is declared as ${expected}; declare what the authenticators yield`,
  );
}

import type { InvalidProblem } from '../../json/json-errors.js';
import { ConstraintViolationException } from '../../validation/constraint-violation-exception.js';
import type { Violation } from '../../validation/violation.js';

/**
 * What is wrong with a request or with what a method returned. It is answered with the messages; a mapper for
 * {@link ConstraintViolationException} replaces that answer.
 */
export class InvalidExchangeException extends ConstraintViolationException {
  override readonly name: string = 'InvalidExchangeException';

  constructor(
    /** 400 where a parameter is concerned, 422 where only the body is, 500 where it is what the method returned. */
    readonly status: 400 | 422 | 500,
    /** In the words for the client, malformed parameters included: "query param n is not a number." */
    readonly messages: readonly string[],
    violations: readonly Violation[],
  ) {
    super(violations, messages.join('; '));
  }
}

/** A request body that is not the JSON that the method wants. */
export class MalformedBodyException extends Error {
  override readonly name = 'MalformedBodyException';
  readonly code = 'KEELSON_MALFORMED_BODY';

  constructor(
    /** Where and what; sent unless `detailedJsonErrors` is false. */
    readonly details: string,
    options?: ErrorOptions,
  ) {
    super('Unable to process JSON', options);
  }
}

/** A request body that a schema refuses. Where the body is read, it becomes part of what is wrong with the request. */
export class InvalidBodyException extends Error {
  override readonly name = 'InvalidBodyException';

  constructor(readonly problems: readonly InvalidProblem[]) {
    super('The schema refuses the request body');
  }

  get violations(): readonly Violation[] {
    return this.problems.map(({ path, keys, message, vendor }) => ({
      path,
      nodes: keys.map((key) => (typeof key === 'number' ? { kind: 'index', index: key } : { kind: 'property', name: key })),
      message,
      constraint: vendor,
      attributes: {},
      validationMethod: undefined,
    }));
  }
}

import { withoutStack } from '../../http/without-stack.js';
import type { Violation } from '../../validation/violation.js';
import { InvalidExchangeException } from '../exceptions/invalid-request.js';

/** Takes what is wrong with a parameter; without a violation its text is malformed. */
export interface ProblemReporter {
  refuse(message: string, violation?: Violation): void;
}

/** Everything that is wrong with one request, in the order of the parameters and then of the body's fields. */
export class RequestProblems implements ProblemReporter {
  readonly messages: string[] = [];
  /** One for each message, so that a mapper for constraint violations sees all that is wrong. */
  readonly violations: Violation[] = [];
  /** 400 where a parameter is among them, 422 where only the body is concerned. */
  private status: 400 | 422 = 422;

  refuse(message: string, violation?: Violation): void {
    this.status = 400;
    this.refuseBody(message, violation);
  }

  refuseBody(message: string, violation: Violation = malformedViolation(message)): void {
    this.messages.push(message);
    this.violations.push(violation);
  }

  toException(): InvalidExchangeException {
    return withoutStack(() => new InvalidExchangeException(this.status, this.messages, this.violations));
  }
}

/** Text that could not be converted breaks no constraint; the whole message stands in for a path. */
function malformedViolation(message: string): Violation {
  return { path: '', nodes: [], message, constraint: 'Malformed', attributes: {}, validationMethod: undefined };
}

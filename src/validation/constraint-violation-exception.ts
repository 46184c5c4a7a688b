import { describeViolation } from './violation.js';
import type { Violation } from './violation.js';

/** Thrown for a value that must be valid and is not; `violations` say why. */
export class ConstraintViolationException extends Error {
  override readonly name: string = 'ConstraintViolationException';
  readonly code = 'KEELSON_CONSTRAINT_VIOLATION';

  constructor(
    readonly violations: readonly Violation[],
    message: string = violations.map(describeViolation).join('; '),
  ) {
    super(message);
  }
}

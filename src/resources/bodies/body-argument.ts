import type { BodyArgument } from '../../contract/argument-model.js';
import type { MediaType } from '../../http/media-type.js';
import { JsonModelError } from '../../json/json-errors.js';
import type { TypeRef } from '../../reflection/type-ref.js';
import type { Check, Violation } from '../../validation/violation.js';
import type { Call } from '../dispatch/call.js';
import { InvalidBodyException, MalformedBodyException } from '../exceptions/invalid-request.js';
import { bodyMessage } from '../exceptions/violation-messages.js';
import { compileBodyReading } from './body-readers.js';
import type { BodyReaderParts, BodyReading } from './body-readers.js';

export interface BodyArgumentParts extends BodyReaderParts {
  /** As messages to the developer name the parameter. */
  readonly where: string;
  readonly consumes: readonly MediaType[];
  readonly check: Check | undefined;
  /** Whether clients are told where and why their JSON was refused. */
  readonly detailedJsonErrors: boolean;
  readonly problems: string[];
}

/** Reads and validates the body; undefined where nothing can read it, which is added to the problems. */
export function compileBodyArgument({ type }: BodyArgument, parts: BodyArgumentParts): BodyReading | undefined {
  const reading = bodyReading(type, parts);
  if (reading === undefined) return undefined;
  const validate = bodyValidation(parts.check);
  return {
    wants: reading.wants,
    read: (call) => {
      try {
        const value = reading.read(call);
        return value instanceof Promise ? value.then((settled: unknown) => validate(call, settled)) : validate(call, value);
      } catch (thrown) {
        if (thrown instanceof InvalidBodyException) {
          for (const violation of thrown.violations) call.refuseBody(bodyMessage(violation), violation);
          return undefined;
        }
        // Where the parameters have problems too, all of them belong in one answer.
        if (!(thrown instanceof MalformedBodyException) || call.problems === undefined) throw thrown;
        call.refuseBody(parts.detailedJsonErrors ? `${thrown.message}: ${thrown.details.replaceAll('\n', '; ')}` : thrown.message);
        return undefined;
      }
    },
  };
}

function bodyReading(type: TypeRef, parts: BodyArgumentParts): BodyReading | undefined {
  const { where, consumes, problems } = parts;
  try {
    const reading = compileBodyReading(type, consumes, parts);
    if (reading === undefined)
      problems.push(
        `${where}: nothing can read ${consumes.map(String).join(', ')} as its type; consume JSON, take text, bytes or a Readable, or add a BodyReader`,
      );
    return reading;
  } catch (error) {
    if (!(error instanceof JsonModelError)) throw error;
    problems.push(...error.problems.map((problem) => `${where}: its JSON cannot be read: ${problem}`));
    return undefined;
  }
}

function bodyValidation(check: Check | undefined): (call: Call, value: unknown) => unknown {
  if (check === undefined) return (_call, value) => value;
  // Checks do not wait, so one list serves all requests in turn.
  const found: Violation[] = [];
  return (call, value) => {
    // Emptied before use and not after it: a validation method that throws leaves what was found so far.
    if (found.length > 0) found.length = 0;
    check(value, found);
    for (const violation of found) call.refuseBody(bodyMessage(violation), violation);
    return value;
  };
}

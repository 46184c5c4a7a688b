import { ContextKey } from '../../contract/annotations/context-key.js';
import { describeSource } from '../../contract/annotations/parameter-annotations.js';
import { readsForm } from '../../contract/argument-model.js';
import type { ArgumentModel, ContextSource } from '../../contract/argument-model.js';
import { unknownContext } from '../../contract/declared-arguments.js';
import type { CallableModel } from '../../contract/endpoint-model.js';
import { HeaderMap } from '../../http/header-map.js';
import type { MediaType } from '../../http/media-type.js';
import { noValues } from '../../http/query-string.js';
import { JsonModelError } from '../../json/json-errors.js';
import { LoggingContext } from '../../logging/logging-context.js';
import type { TypeRef } from '../../reflection/type-ref.js';
import type { Validator } from '../../validation/validator.js';
import type { Check, Violation } from '../../validation/violation.js';
import { asPromise } from '../../values/as-promise.js';
import { compileBodyReading } from '../bodies/body-readers.js';
import type { BodyReaderParts, BodyReading } from '../bodies/body-readers.js';
import { MalformedBodyException } from '../exceptions/invalid-request.js';
import { bodyMessage, parameterMessages } from '../exceptions/violation-messages.js';
import type { DescribeViolation } from '../exceptions/violation-messages.js';
import { RequestContext } from '../filters/request-context.js';
import { SecurityContext } from '../filters/security-context.js';
import { LoggingFields } from '../logging-fields.js';
import { compileBean, noConversion } from './bean-parameters.js';
import type { Call } from './call.js';
import { compileParameter, malformedValue } from './parameter-compiler.js';
import type { ReadParameter } from './parameter-compiler.js';
import type { ParameterConverter } from './parameter-converters.js';

/** What compiling needs beside the model. */
export interface ArgumentParts extends BodyReaderParts {
  readonly validator: Validator;
  readonly converters: readonly ParameterConverter<object>[];
  readonly problems: string[];
}

/** How the arguments of one method are read. */
export interface ArgumentReading {
  /** What must be there before: nothing, all bytes of the body, or all of them to be read as a form. */
  readonly needs: 'nothing' | 'bytes' | 'form';
  /** All arguments, the body last; a promise only where the body's reader makes one. What is wrong is noted in the call. */
  readonly read: (call: Call) => unknown[] | Promise<unknown[]>;
}

/** One function for all arguments of a method: parameters in the order declared, then the body, each validated as soon as it is read. */
export function compileArguments(model: CallableModel, consumes: readonly MediaType[] | undefined, parts: ArgumentParts): ArgumentReading {
  const check = checksOf(model, parts);
  const readers = model.arguments.map((argument) => compileArgument(argument, model, check, parts));
  const body = model.arguments.find((argument) => argument.kind === 'body');
  const needsForm = readsForm(model.arguments);
  const parameters = readers.flatMap((read, at) => (read === undefined ? [] : [{ index: model.arguments[at]!.parameter.index, read }]));
  const readParameters = (call: Call): unknown[] => {
    const args: unknown[] = [];
    for (let i = 0; i < parameters.length; i++) {
      const { index, read } = parameters[i]!;
      args[index] = read(call, call);
    }
    return args;
  };
  if (body === undefined) return { needs: needsForm ? 'form' : 'nothing', read: readParameters };
  const reading = compileBody(body, check(body.parameter.index), { model, consumes, parts });
  if (reading === undefined) return { needs: 'nothing', read: readParameters };
  const { index } = body.parameter;
  return {
    needs: reading.wants === 'bytes' ? 'bytes' : 'nothing',
    read: (call) => {
      const args = readParameters(call);
      const value = reading.read(call);
      if (value instanceof Promise) {
        return value.then((settled: unknown) => {
          args[index] = settled;
          return args;
        });
      }
      args[index] = value;
      return args;
    },
  };
}

type CheckOfParameter = (index: number) => Check | undefined;

function checksOf(model: CallableModel, { validator, problems }: ArgumentParts): CheckOfParameter {
  const found = validator.problemsOfMethod(model.method);
  problems.push(...found);
  return (index) => (found.length > 0 ? undefined : validator.forParameter(model.method, index, ...model.groups.parameters));
}

function compileArgument(
  argument: ArgumentModel,
  model: CallableModel,
  checkOf: CheckOfParameter,
  parts: ArgumentParts,
): ReadParameter | undefined {
  if (argument.kind === 'body') return undefined;
  const { index } = argument.parameter;
  const where = `${model.name}, parameter ${index + 1}`;
  const check = checkOf(index);
  const surroundings = { variables: model.variables, converters: parts.converters };
  switch (argument.kind) {
    case 'bean':
      return compileBean(argument.bean, { argument: `${model.method.name}.arg${index}`, check, surroundings, problems: parts.problems });
    case 'context':
      return checked(contextReader(argument.context, where, parts.problems), check, parameterMessages('context'));
    case 'source': {
      const { source, defaultText } = argument;
      const read = compileParameter({ source, type: argument.parameter.type, defaultText }, surroundings);
      if (read === undefined) {
        parts.problems.push(noConversion(where));
        return () => undefined;
      }
      checkDefault(defaultText, read, where, parts.problems);
      return checked(read, check, parameterMessages(describeSource(source)));
    }
  }
}

/** Reads and validates in one go. Checks do not wait, so that one list takes the violations of all requests in turn. */
function checked(read: ReadParameter, check: Check | undefined, describe: DescribeViolation): ReadParameter {
  if (check === undefined) {
    return (call, reporter) => {
      const value = read(call, reporter);
      return value === malformedValue ? undefined : value;
    };
  }
  const found: Violation[] = [];
  return (call, reporter) => {
    const value = read(call, reporter);
    if (value === malformedValue) return undefined;
    // Not emptied after use but before it: a validation method that throws leaves what was found so far.
    if (found.length > 0) found.length = 0;
    check(value, found);
    for (const violation of found) reporter.refuse(describe(violation), violation);
    return value;
  };
}

function compileBody(
  argument: Extract<ArgumentModel, { kind: 'body' }>,
  check: Check | undefined,
  { model, consumes, parts }: { model: CallableModel; consumes: readonly MediaType[] | undefined; parts: ArgumentParts },
): BodyReading | undefined {
  const where = `${model.name}, parameter ${argument.parameter.index + 1}`;
  const reading = readingOf(argument.type, consumes ?? [], where, parts);
  if (reading === undefined) return undefined;
  const found: Violation[] = [];
  const validated = (call: Call, value: unknown): unknown => {
    if (check === undefined) return value;
    if (found.length > 0) found.length = 0;
    check(value, found);
    for (const violation of found) call.refuseBody(bodyMessage(violation), violation);
    return value;
  };
  return {
    wants: reading.wants,
    read: (call) => {
      try {
        const value = reading.read(call);
        const promise = asPromise(value);
        return promise === undefined ? validated(call, value) : promise.then((settled) => validated(call, settled));
      } catch (thrown) {
        // Where the parameters have problems too, all of them belong in one answer.
        if (!(thrown instanceof MalformedBodyException) || call.problems === undefined) throw thrown;
        call.refuseBody(thrown.message);
        return undefined;
      }
    },
  };
}

function readingOf(type: TypeRef, consumes: readonly MediaType[], where: string, parts: ArgumentParts): BodyReading | undefined {
  try {
    const reading = compileBodyReading(type, consumes, parts);
    if (reading === undefined) {
      const types = consumes.map(String).join(', ');
      parts.problems.push(
        `${where}: nothing can read ${types} as its type; consume JSON, take text, bytes or a Readable, or register a BodyReader`,
      );
    }
    return reading;
  } catch (error) {
    if (!(error instanceof JsonModelError)) throw error;
    parts.problems.push(...error.problems.map((problem) => `${where}: its JSON cannot be read: ${problem}`));
    return undefined;
  }
}

function contextReader(context: ContextSource, where: string, problems: string[]): ReadParameter {
  if (context === LoggingFields) return () => LoggingContext.current();
  if (context instanceof ContextKey) return (call) => call.exchange.attribute(context.symbol);
  const known = knownContexts.get(context);
  if (known === undefined) problems.push(unknownContext(where));
  return known ?? (() => undefined);
}

const knownContexts: ReadonlyMap<unknown, ReadParameter> = new Map<unknown, ReadParameter>([
  [RequestContext, (call) => call.context],
  [SecurityContext, (call) => call.context.security],
  [AbortSignal, (call) => call.exchange.signal],
]);

/** A default that is malformed would be answered as the client's mistake, request by request. */
function checkDefault(defaultText: string | undefined, read: ReadParameter, where: string, problems: string[]): void {
  if (defaultText === undefined) return;
  const report = (message: string): unknown =>
    problems.push(`${where}: the @DefaultValue(${JSON.stringify(defaultText)}) is no good: ${message}`);
  try {
    read(emptyCall, { refuse: report });
  } catch (thrown) {
    report(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/** As much of a call as parameters look at, with nothing in it. */
const emptyCall = {
  query: '',
  form: noValues,
  values: [],
  cookie: () => undefined,
  exchange: { headers: new HeaderMap() },
} as unknown as Call;

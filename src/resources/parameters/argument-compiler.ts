import { describeSource } from '../../contract/annotations/parameter-annotations.js';
import { readsForm, readsUploads } from '../../contract/argument-model.js';
import type { ArgumentModel } from '../../contract/argument-model.js';
import { unknownContext } from '../../contract/declared-arguments.js';
import type { CallableModel } from '../../contract/endpoint-model.js';
import { MediaType } from '../../http/media-type.js';
import { problemsOfMethod } from '../../validation/validation-plan.js';
import { checksOf } from '../../validation/validator.js';
import type { Validator } from '../../validation/validator.js';
import type { Check, Violation } from '../../validation/violation.js';
import { compileBodyArgument } from '../bodies/body-argument.js';
import type { BodyReaderParts, BodyReading } from '../bodies/body-readers.js';
import type { Call } from '../dispatch/call.js';
import { parameterMessages } from '../exceptions/violation-messages.js';
import type { DescribeViolation } from '../exceptions/violation-messages.js';
import { busboyMissing, loadBusboy } from '../multipart/busboy-loader.js';
import { fileReader, partsReader } from '../multipart/multipart-arguments.js';
import type { MultipartLimits } from '../multipart/multipart-factory.js';
import { compileBean, noConversion } from './bean-parameters.js';
import { contextReader } from './context-values.js';
import { FoundContext } from './parameter-annotation.js';
import { compileParameter, malformedValue } from './parameter-compiler.js';
import type { ParameterScope, ReadParameter } from './parameter-compiler.js';
import type { ParameterConverter } from './parameter-converters.js';
import { principalReader } from './principal-values.js';
import type { ProblemReporter } from './request-problems.js';
import { noTexts } from './request-texts.js';

/** How the arguments of one method are read. */
export interface ArgumentReading {
  /** What must be there before: nothing, all bytes of the body, or all of them to be read as a form; `multipart` is a form of either kind. */
  readonly needs: 'nothing' | 'bytes' | 'form' | 'multipart';
  /** All arguments, the body last; a promise only where the body's reader makes one. What is wrong is noted in the call. */
  readonly read: (call: Call) => unknown[] | Promise<unknown[]>;
}

/** What compiling needs beside the model. */
export interface ArgumentParts extends BodyReaderParts {
  readonly validator: Validator;
  readonly converters: readonly ParameterConverter<object>[];
  readonly multipart: MultipartLimits;
  /** Whether clients are told where and why their JSON was refused. */
  readonly detailedJsonErrors: boolean;
  /** Takes what cannot be compiled. */
  readonly problems: string[];
}

/** Compiles one function for all arguments of a method: parameters in the order declared, then the body, each validated as soon as it is read. */
export function compileArguments(model: CallableModel, consumes: readonly MediaType[], parts: ArgumentParts): ArgumentReading {
  return new ArgumentCompiler(model, parts).compile(consumes);
}

type ReadArgument = (call: Call, reporter: ProblemReporter) => unknown;

/** An argument and its place in the list. */
interface PlacedArgument {
  readonly index: number;
  readonly read: ReadArgument;
}

class ArgumentCompiler {
  private readonly scope: ParameterScope;
  private readonly hasSoundConstraints: boolean;

  constructor(
    private readonly model: CallableModel,
    private readonly parts: ArgumentParts,
  ) {
    this.scope = { variables: model.variables, converters: parts.converters };
    const unsound = problemsOfMethod(model.method);
    parts.problems.push(...unsound);
    this.hasSoundConstraints = unsound.length === 0;
  }

  compile(consumes: readonly MediaType[]): ArgumentReading {
    const args = this.model.arguments;
    const readParameters = inOrder(args.flatMap((argument) => (argument.kind === 'body' ? [] : [this.parameter(argument)])));
    const body = args.find((argument) => argument.kind === 'body');
    const reading =
      body === undefined
        ? undefined
        : compileBodyArgument(body, {
            ...this.parts,
            where: this.where(body),
            consumes,
            check: this.checkOf(body),
          });
    if (body === undefined || reading === undefined) return { needs: this.formNeeded(consumes), read: readParameters };
    return { needs: reading.wants === 'bytes' ? 'bytes' : 'nothing', read: withBody(readParameters, reading, body.parameter.index) };
  }

  private formNeeded(consumes: readonly MediaType[]): 'nothing' | 'form' | 'multipart' {
    const { arguments: args, name } = this.model;
    const takesMultipart = consumes.some(({ essence }) => essence === MediaType.multipart.essence) && readsForm(args);
    const takesUploads = readsUploads(args);
    if ((takesUploads || takesMultipart) && loadBusboy() === undefined) this.parts.problems.push(busboyMissing(name));
    if (takesMultipart || args.some(({ kind }) => kind === 'file')) return 'multipart';
    return readsForm(args) ? 'form' : 'nothing';
  }

  private parameter(argument: Exclude<ArgumentModel, { kind: 'body' }>): PlacedArgument {
    const { index } = argument.parameter;
    const check = this.checkOf(argument);
    switch (argument.kind) {
      case 'bean': {
        const name = `${this.model.method.name}.arg${index}`;
        return { index, read: compileBean(argument.bean, { argument: name, check, scope: this.scope, problems: this.parts.problems }) };
      }
      case 'context': {
        const read = contextReader(argument.context) ?? this.unreadable(unknownContext(this.where(argument)));
        const name = argument.context instanceof FoundContext ? argument.context.name : 'context';
        return { index, read: checked(read, check, parameterMessages(name)) };
      }
      case 'principal':
        return { index, read: principalReader(argument) };
      case 'file':
        return { index, read: checked(fileReader(argument), check, parameterMessages(`form field ${argument.file.name}`)) };
      case 'parts':
        return { index, read: partsReader(this.parts.multipart) };
      case 'source': {
        const { source, defaultText } = argument;
        const read =
          compileParameter({ source, type: argument.parameter.type, defaultText }, this.scope) ??
          this.unreadable(noConversion(this.where(argument)));
        this.checkDefault({ defaultText, read, check }, this.where(argument));
        return { index, read: checked(read, check, parameterMessages(describeSource(source))) };
      }
    }
  }

  private unreadable(problem: string): () => undefined {
    this.parts.problems.push(problem);
    return () => undefined;
  }

  /** Constraints that make no sense are reported; they cannot be compiled. */
  private checkOf({ parameter }: ArgumentModel): Check | undefined {
    const { method, groups } = this.model;
    return this.hasSoundConstraints ? checksOf(this.parts.validator).forParameter(method, parameter.index, groups.parameters) : undefined;
  }

  /** A default that is malformed or invalid would be answered as the client's mistake, request by request. */
  private checkDefault({ defaultText, read, check }: DefaultedParameter, where: string): void {
    if (defaultText === undefined) return;
    const refuse = (message: string): void => {
      this.parts.problems.push(`${where}: the @DefaultValue('${defaultText}') cannot be used: ${message}`);
    };
    try {
      const value = read(noTexts, { refuse });
      const violations: Violation[] = [];
      if (value !== malformedValue) check?.(value, violations);
      for (const { message } of violations) refuse(`it ${message}`);
    } catch (thrown) {
      refuse(thrown instanceof Error ? thrown.message : String(thrown));
    }
  }

  private where({ parameter }: ArgumentModel): string {
    return `${this.model.name}, parameter ${parameter.index + 1}`;
  }
}

interface DefaultedParameter {
  readonly defaultText: string | undefined;
  readonly read: ReadParameter;
  readonly check: Check | undefined;
}

function inOrder(placed: readonly PlacedArgument[]): (call: Call) => unknown[] {
  return (call) => {
    const args: unknown[] = [];
    for (let i = 0; i < placed.length; i++) {
      const { index, read } = placed[i]!;
      args[index] = read(call, call);
    }
    return args;
  };
}

function withBody(readParameters: (call: Call) => unknown[], { read }: BodyReading, index: number): ArgumentReading['read'] {
  return (call) => {
    const args = readParameters(call);
    const value = read(call);
    if (value instanceof Promise) {
      return value.then((settled: unknown) => {
        args[index] = settled;
        return args;
      });
    }
    args[index] = value;
    return args;
  };
}

/** Reads and validates in one go. Checks do not wait, so one list takes the violations of all requests in turn. */
function checked(read: ReadArgument, check: Check | undefined, describe: DescribeViolation): ReadArgument {
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
    // Emptied before use and not after it: a validation method that throws leaves what was found so far.
    if (found.length > 0) found.length = 0;
    check(value, found);
    for (const violation of found) reporter.refuse(describe(violation), violation);
    return value;
  };
}

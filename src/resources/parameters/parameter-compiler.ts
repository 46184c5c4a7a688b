import { describeSource } from '../../contract/annotations/parameter-annotations.js';
import type { ParameterSourceUse } from '../../contract/annotations/parameter-annotations.js';
import { WebApplicationException } from '../../http/web-application-exception.js';
import { getLogger } from '../../logging/get-logger.js';
import type { StandardSchema } from '../../reflection/standard-schema.js';
import { settled } from '../../reflection/type-ref.js';
import type { TypeRef } from '../../reflection/type-ref.js';
import { Optional } from '../../values/optional.js';
import { converterOf, converterOfSchema } from './parameter-converters.js';
import type { ParameterConverter } from './parameter-converters.js';
import { ParameterFormatException } from './parameter-format-exception.js';
import { allTextsOf, firstTextOf } from './parameter-sources.js';
import type { ProblemReporter } from './request-problems.js';
import type { RequestTexts } from './request-texts.js';
import { NonEmptyStringParam } from './wrapper-params.js';

const log = getLogger('keelson.resources');

/** A parameter: where its text comes from and what becomes of it. */
export interface ParameterDeclaration {
  readonly source: ParameterSourceUse;
  readonly type: TypeRef;
  readonly defaultText: string | undefined;
}

/** What the parameters of one method have in common. */
export interface ParameterScope {
  /** The variables of the whole path, in its order. */
  readonly variables: readonly string[];
  readonly converters: readonly ParameterConverter<object>[];
}

/** Takes a parameter's value out of a request; a malformed text is reported, and {@link malformedValue} stands in for the value. */
export type ReadParameter = (texts: RequestTexts, reporter: ProblemReporter) => unknown;

/** Stands in for the value of a malformed parameter: the message is noted, and there is nothing left to validate. */
export const malformedValue: unique symbol = Symbol('malformed');

/** The function that reads one parameter; undefined where no text can become a value of its type. */
export function compileParameter(declaration: ParameterDeclaration, scope: ParameterScope): ReadParameter | undefined {
  const { source, defaultText } = declaration;
  const type = settled(declaration.type);
  if (type.kind === 'list' || type.kind === 'set') return compileCollection(declaration, type.element, scope);
  const isOptional = type.kind === 'optional';
  const element = isOptional ? settled(type.element) : type;
  const convert = converterOf(element, scope.converters);
  if (convert === undefined) return undefined;
  if (type.kind === 'schema') return compileSchema(declaration, type.schema, scope);
  const text = firstTextOf(source, scope.variables);
  const guarded = guardedConversion(convert, describeSource(source));
  if (isOptional) return compileOptional(text, defaultText, guarded, element.kind === 'text');
  const whenMissing = defaultText ?? (isNonEmptyString(element) ? '' : undefined);
  if (element.kind === 'text') return whenMissing === undefined ? text : (texts) => text(texts) ?? whenMissing;
  return (texts, reporter) => {
    const given = text(texts) ?? whenMissing;
    return given === undefined ? undefined : guarded(given, reporter);
  };
}

/** A schema is also asked about a missing parameter: whether one is needed is for it to say. */
function compileSchema({ source, defaultText }: ParameterDeclaration, schema: StandardSchema, scope: ParameterScope): ReadParameter {
  const text = firstTextOf(source, scope.variables);
  const convert = guardedConversion(converterOfSchema(schema), describeSource(source));
  return (texts, reporter) => convert(text(texts) ?? defaultText, reporter);
}

function compileOptional(
  text: (texts: RequestTexts) => string | undefined,
  defaultText: string | undefined,
  convert: GuardedConvert,
  isText: boolean,
): ReadParameter {
  return (texts, reporter) => {
    const given = text(texts) ?? defaultText;
    // An empty text is a text, but neither a number nor a date: "?n=" then means that none was given.
    if (given === undefined || (given === '' && !isText)) return Optional.absent();
    const value = convert(given, reporter);
    return value === malformedValue ? value : Optional.ofNullable(value);
  };
}

function compileCollection(declaration: ParameterDeclaration, element: TypeRef, scope: ParameterScope): ReadParameter | undefined {
  const { source, defaultText } = declaration;
  const convert = converterOf(element, scope.converters);
  if (convert === undefined) return undefined;
  const allTexts = allTextsOf(source, scope.variables);
  const guarded = guardedConversion(convert, describeSource(source));
  const isSet = settled(declaration.type).kind === 'set';
  return (texts, reporter) => {
    const given = allTexts(texts);
    const values: unknown[] = [];
    for (const text of given.length === 0 && defaultText !== undefined ? [defaultText] : given) {
      const value = guarded(text, reporter);
      if (value === malformedValue) return value;
      // An empty text for an enum is as good as none: "?x=" adds nothing to the list.
      if (value !== undefined) values.push(value);
    }
    return isSet ? new Set(values) : values;
  };
}

type GuardedConvert<Text = string> = (text: Text, reporter: ProblemReporter) => unknown;

function guardedConversion<Text>(convert: (text: Text) => unknown, parameter: string): GuardedConvert<Text> {
  return (text, reporter) => {
    try {
      return convert(text);
    } catch (thrown) {
      if (!(thrown instanceof ParameterFormatException)) throw thrown;
      const message = thrown.messageFor(parameter);
      if (thrown.status !== 400) throw new WebApplicationException(message, thrown.status, { cause: thrown });
      log.debug('Invalid input received: %s', text);
      reporter.refuse(message);
      return malformedValue;
    }
  };
}

function isNonEmptyString(type: TypeRef): boolean {
  return type.kind === 'class' && (type.type === (NonEmptyStringParam as unknown) || type.type.prototype instanceof NonEmptyStringParam);
}

import { WebApplicationException } from '../../http/web-application-exception.js';
import { pathText } from '../../json/json-errors.js';
import { askSchema, keysOf, messageOf } from '../../reflection/standard-schema.js';
import type { SchemaIssue, StandardSchema } from '../../reflection/standard-schema.js';
import { settled } from '../../reflection/type-ref.js';
import type { Class, TypeRef } from '../../reflection/type-ref.js';
import { DataSize } from '../../values/data-size.js';
import { Duration } from '../../values/duration.js';
import { AbstractParam } from './abstract-param.js';
import { compileEnumParameter } from './enum-parameter.js';
import { decimalNumber, int32, safeInteger, wholeNumber } from './number-text.js';
import { ParameterFormatException } from './parameter-format-exception.js';
import { instantOf, isDay } from './time-params.js';
import { malformed } from './wrapper-params.js';

/** Makes a value of one class from a parameter's text, for classes that cannot do it themselves; whatever it throws makes the parameter malformed. */
export interface ParameterConverter<V extends object> {
  readonly type: abstract new (...args: never[]) => V;
  fromText(text: string): V;
}

/** Makes the value of one text; throws a {@link ParameterFormatException} where the text is malformed. */
export type Convert = (text: string) => unknown;

/** The conversion to a type without parts; undefined where there is none. */
export function converterOf(type: TypeRef, registered: readonly ParameterConverter<object>[]): Convert | undefined {
  const known = settled(type);
  switch (known.kind) {
    case 'text':
      return (text) => text;
    case 'int':
      return (text) => wholeNumber(text, int32.lowest, int32.highest) ?? malformed(notANumber);
    case 'long':
      return (text) => wholeNumber(text, safeInteger.lowest, safeInteger.highest) ?? malformed(notANumber);
    case 'number':
      return (text) => decimalNumber(text) ?? malformed(notANumber);
    case 'bigint':
      return (text) => (/^[+-]?\d{1,1000}$/.test(text) ? BigInt(text.replace('+', '')) : malformed(notANumber));
    case 'boolean':
      return booleanOf;
    case 'date':
      return (text) => instantOf(text) ?? (isDay(text) ? new Date(text) : malformed('%s must be in a ISO-8601 format.'));
    case 'duration':
      return orMalformed((text) => Duration.parse(text), '%s is not a valid duration.');
    case 'dataSize':
      return orMalformed((text) => DataSize.parse(text), '%s is not a valid size.');
    case 'enum':
      return compileEnumParameter(known.members);
    case 'class':
      return converterOfClass(known.type, registered);
    case 'schema':
      return converterOfSchema(known.schema);
    default:
      return undefined;
  }
}

const notANumber = '%s is not a number.';

function booleanOf(text: string): boolean {
  const lowerCase = text.toLowerCase();
  if (lowerCase === 'true') return true;
  return lowerCase === 'false' ? false : malformed('%s must be "true" or "false".');
}

function orMalformed(convert: Convert, message: string): Convert {
  return (text) => {
    try {
      return convert(text);
    } catch (error) {
      throw new ParameterFormatException(message, 400, { cause: error });
    }
  };
}

/** What the schema makes of the text, or of no text. */
export function converterOfSchema(schema: StandardSchema): (text: string | undefined) => unknown {
  return (text) => {
    const result = askSchema(schema, text);
    if (result.issues === undefined) return result.value;
    throw new ParameterFormatException(`%s${result.issues.map(describeIssue).join(';')}`);
  };
}

function describeIssue(issue: SchemaIssue): string {
  const path = pathText(keysOf(issue));
  return `${path === '' || path.startsWith('[') ? path : `.${path}`} ${messageOf(issue)}`;
}

/** In this order: a registered converter, a wrapper, a static `fromString`, a constructor that takes one text. */
function converterOfClass(type: Class, registered: readonly ParameterConverter<object>[]): Convert | undefined {
  const converter = registered.find((one) => one.type === type);
  if (converter !== undefined) return passingOn((text) => converter.fromText(text), type);
  const constructible = type as unknown as new (text: string) => object;
  if (type.prototype instanceof AbstractParam) return (text) => new constructible(text);
  const { fromString } = type as { fromString?: unknown };
  if (typeof fromString === 'function') {
    return passingOn((text) => {
      const value: unknown = fromString.call(type, text);
      return value ?? malformed(`%s is not a valid ${type.name}`);
    }, type);
  }
  return type.length === 1 ? passingOn((text) => new constructible(text), type) : undefined;
}

/** Replies that the conversion chose are its own business; anything else means that the text was no good. */
function passingOn(convert: Convert, type: Class): Convert {
  return (text) => {
    try {
      return convert(text);
    } catch (thrown) {
      if (thrown instanceof WebApplicationException || thrown instanceof ParameterFormatException) throw thrown;
      throw new ParameterFormatException(`Failed to convert %s to ${type.name}`, 400, { cause: thrown });
    }
  };
}

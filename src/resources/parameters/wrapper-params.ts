import { withoutStack } from '../../http/without-stack.js';
import { DataSize } from '../../values/data-size.js';
import { Duration } from '../../values/duration.js';
import type { JsonSchema } from '../../values/json-schema.js';
import { Optional } from '../../values/optional.js';
import { AbstractParam } from './abstract-param.js';
import { int32, safeInteger, wholeNumber } from './number-text.js';
import { ParameterFormatException } from './parameter-format-exception.js';

/** A whole number of 32 bits. */
export class IntParam extends AbstractParam<number> {
  static readonly jsonSchema: JsonSchema = { type: 'integer', minimum: int32.lowest, maximum: int32.highest };

  protected parse(raw: string): number {
    return wholeNumber(raw, int32.lowest, int32.highest) ?? malformed('%s is not a number.');
  }
}

/** A whole number from -(2^53-1) to 2^53-1; beyond that it is malformed, never rounded. */
export class LongParam extends AbstractParam<number> {
  static readonly jsonSchema: JsonSchema = { type: 'integer', minimum: safeInteger.lowest, maximum: safeInteger.highest };

  protected parse(raw: string): number {
    return wholeNumber(raw, safeInteger.lowest, safeInteger.highest) ?? malformed('%s is not a number.');
  }
}

/** A text that is absent where it is missing or empty; never undefined itself. */
export class NonEmptyStringParam extends AbstractParam<Optional<string>> {
  static readonly jsonSchema: JsonSchema = { type: 'string' };
  /** A missing text is an empty one. */
  static readonly takesMissingText = true;

  protected parse(raw: string): Optional<string> {
    return raw === '' ? Optional.absent() : Optional.of(raw);
  }

  override toString(): string {
    return this.get().orElse('');
  }

  override toJSON(): unknown {
    return this.get().orElse(null);
  }
}

/** "true" or "false" in any case. */
export class BooleanParam extends AbstractParam<boolean> {
  static readonly jsonSchema: JsonSchema = { type: 'boolean' };

  protected parse(raw: string): boolean {
    const text = raw.toLowerCase();
    if (text === 'true') return true;
    return text === 'false' ? false : malformed('%s must be "true" or "false".');
  }
}

/** A UUID in its usual form, in lower case. */
export class UUIDParam extends AbstractParam<string> {
  static readonly jsonSchema: JsonSchema = { type: 'string', pattern: '^[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$' };

  protected parse(raw: string): string {
    return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(raw) ? raw.toLowerCase() : malformed('%s is not a UUID.');
  }
}

/** A length of time: "10 seconds". */
export class DurationParam extends AbstractParam<Duration> {
  static readonly jsonSchema: JsonSchema = Duration.jsonSchema;

  protected parse(raw: string): Duration {
    return Duration.parse(raw);
  }

  protected override errorMessage(): string {
    return '%s is not a valid duration.';
  }
}

/** A number of bytes: "10kb". */
export class DataSizeParam extends AbstractParam<DataSize> {
  static readonly jsonSchema: JsonSchema = DataSize.jsonSchema;

  protected parse(raw: string): DataSize {
    return DataSize.parse(raw);
  }

  protected override errorMessage(): string {
    return '%s is not a valid size.';
  }
}

/** Ends parsing with a message that has "%s" where the parameter's name belongs. */
export function malformed(message: string): never {
  throw withoutStack(() => new ParameterFormatException(message));
}

export { DurationRange, MaxDuration, MaxDataSize, MinDuration, MinDataSize, DataSizeRange } from './amount-constraints.js';
export { AssertFalse, AssertTrue } from './boolean-constraints.js';
export { constraint } from './constraint.js';
export type { Attributes, OwnConstraint, SchemaKind, ValueFamily } from './constraint.js';
export type { JsonSchema } from '../values/json-schema.js';
export { Each, UnwrapValidatedValue, Valid, Validated, ValidationMethod } from './constraint-annotations.js';
export type {
  AnyConstraint,
  EachAnnotation,
  UnwrapAnnotation,
  ValidAnnotation,
  ValidOf,
  ValidationMethodAnnotation,
} from './constraint-annotations.js';
export type {
  BareConstraint,
  Constrainable,
  Constraint,
  ConstraintOptions,
  ElementOf,
  Holding,
  Numeric,
  Sized,
  Textual,
} from './constraint-types.js';
export { ConstraintViolationException } from './constraint-violation-exception.js';
export { Future, FutureOrPresent, Past, PastOrPresent } from './date-constraints.js';
export { Default, group } from './groups.js';
export type { Group } from './groups.js';
export {
  DecimalMax,
  DecimalMin,
  Digits,
  Max,
  Min,
  Negative,
  NegativeOrZero,
  PortRange,
  Positive,
  PositiveOrZero,
  Range,
} from './number-constraints.js';
export type { BoundOptions, PortRangeOptions } from './number-constraints.js';
export { NotBlank, NotEmpty, NotNull, Null } from './presence-constraints.js';
export { Email, Length, OneOf, Pattern, Size, URL, UUID } from './text-constraints.js';
export type { OneOfOptions, UrlOptions } from './text-constraints.js';
export { ValidationMethodError } from './validation-method-error.js';
export { ValidationModelError } from './validation-model-error.js';
export { Validator } from './validator.js';
export { describeViolation } from './violation.js';
export type { Check, PathNode, Violation } from './violation.js';

import type { NameBinding } from '../contract/annotations/name-binding.js';
import type { JsonMapper } from '../json/json-mapper.js';
import type { MetricRegistry } from '../metrics/metric-registry.js';
import type { Validator } from '../validation/validator.js';
import type { BodyReader, BodyWriter } from './bodies/body-reader.js';
import type { ExceptionMapper } from './exceptions/exception-mapper.js';
import type { DynamicFeature, RequestFilter, ResponseFilter } from './filters/filter.js';
import type { ParameterConverter } from './parameters/parameter-converters.js';

/** What serving resources needs from the rest of the framework. */
export interface ResourceServices {
  readonly mapper: JsonMapper;
  readonly validator: Validator;
  /** Where `@Timed` and its kin count; without it they do nothing. */
  readonly metrics?: MetricRegistry;
}

/** What was registered, by kind. */
export interface RegisteredComponents {
  readonly resources: readonly object[];
  readonly filters: readonly BoundFilter[];
  readonly features: readonly DynamicFeature[];
  readonly mappers: readonly ExceptionMapper<object>[];
  readonly converters: readonly ParameterConverter<object>[];
  readonly readers: readonly BodyReader[];
  readonly writers: readonly BodyWriter[];
  /** What could not be registered, in words. */
  readonly problems: readonly string[];
}

/** A filter and the bindings that a method must carry for it to run; none for all methods. */
export interface BoundFilter {
  readonly filter: RequestFilter | ResponseFilter;
  readonly bindings: readonly NameBinding[];
}

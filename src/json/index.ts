export { JsonIgnore, JsonPolymorphic, JsonProperty, JsonSnakeCase, JsonTypeName, Secret } from './json-annotations.js';
export type { ClassMark, ClassOrMemberMark, JsonPropertyAnnotation, MemberMark, PolymorphicOptions } from './json-annotations.js';
export { JsonMappingError, JsonModelError, JsonSyntaxError, JsonWriteError } from './json-errors.js';
export type { JsonProblem, MismatchProblem, Position, UnknownPropertyProblem } from './json-errors.js';
export { JsonMapper } from './json-mapper.js';
export type { JsonMapperOptions, JsonWriteOptions } from './json-mapper.js';
export { SubtypeError, Subtypes } from './subtypes.js';
export { Int, Json, Long, mapOf, enumOf, lazy, listOf, recordOf, optional, setOf } from '../reflection/type-token.js';
export type { Described, Token, Type } from '../reflection/type-token.js';

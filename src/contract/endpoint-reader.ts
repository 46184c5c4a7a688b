import { MediaType } from '../http/media-type.js';
import { Reply } from '../http/reply.js';
import type { Annotations } from '../reflection/annotations.js';
import { innermostType, unknownType } from '../reflection/type-ref.js';
import type { TypeRef } from '../reflection/type-ref.js';
import { ValidKind } from '../validation/constraint-annotations.js';
import { RestrictionKind } from '../validation/constraint.js';
import { DeprecatedKind } from './annotations/deprecated-annotation.js';
import { CacheControlKind, MaxBodySizeKind, TimeoutKind } from './annotations/method-annotations.js';
import { NameBindingKind } from './annotations/name-binding.js';
import { ReturnsKind } from './annotations/returns-annotation.js';
import type { ReturnedResult } from './annotations/returns-annotation.js';
import { ConsumesKind, ProducesKind } from './annotations/routing-annotations.js';
import { ThrowsKind } from './annotations/throws-annotation.js';
import { consumedTypes, parsedTypes } from './consumed-types.js';
import type { CallableModel, EndpointModel, ResultModel } from './endpoint-model.js';

/** Reads what a method says about one of its HTTP methods; the annotations of its class fill in what it leaves out. */
export function readEndpoint(callable: CallableModel, verb: string, ofClass: Annotations, problems: string[]): EndpointModel {
  const { method, name } = callable;
  const { annotations } = method;
  if (!/^[A-Z][A-Z0-9_-]*$/.test(verb))
    problems.push(`${name}: "${verb}" cannot be an HTTP method; write it in capital letters, as in @HttpMethod('PURGE')`);
  const produced = annotations.first(ProducesKind) ?? ofClass.first(ProducesKind);
  const [result, ...otherResults] = resultsOf(callable, problems);
  return {
    ...callable,
    httpMethod: verb,
    consumes: consumedTypes(callable, verb, annotations.first(ConsumesKind) ?? ofClass.first(ConsumesKind), problems),
    produces: produced === undefined ? [MediaType.json] : producedTypes(produced, name, problems),
    namesMediaType: produced !== undefined,
    result: result!,
    otherResults,
    throws: annotations.all(ThrowsKind),
    deprecation: annotations.first(DeprecatedKind) ?? ofClass.first(DeprecatedKind),
    limits: {
      maxBodySize: annotations.first(MaxBodySizeKind) ?? ofClass.first(MaxBodySizeKind),
      timeout: annotations.first(TimeoutKind) ?? ofClass.first(TimeoutKind),
    },
    cacheControl: annotations.first(CacheControlKind) ?? ofClass.first(CacheControlKind),
    bindings: [...ofClass.all(NameBindingKind), ...annotations.all(NameBindingKind)],
    isProperty: looksLikeProperty(callable),
  };
}

/** What `@Returns` says, the first one first; without any it is the declared type. */
function resultsOf({ method, name }: CallableModel, problems: string[]): readonly ResultModel[] {
  const named = method.annotations.all(ReturnsKind);
  const written: readonly Partial<ReturnedResult>[] = named.length === 0 ? [{}] : named;
  return written.map(({ type = method.returns, status = method.returnsNothing ? 204 : 200, headers = {} }) => {
    if (!Number.isInteger(status) || status < 200 || status > 399)
      problems.push(
        `${name}: @Returns names the status ${status}, but a method that succeeds answers with 200 to 399; throw exceptions for errors`,
      );
    return {
      type: isReply(type) ? unknownType : type,
      isKnown: method.returnsNothing || status === 204 || saysMuch(type),
      status,
      headers,
    };
  });
}

/** Whether something is left of the type: not so for `Promise`, `object`, arrays and optionals of the compiler's, and for a bare `Reply`. */
function saysMuch(type: TypeRef): boolean {
  const innermost = innermostType(type);
  return innermost !== undefined && innermost.kind !== 'unknown' && !isReply(innermost);
}

function isReply(type: TypeRef): boolean {
  return type.kind === 'class' && type.type === (Reply as unknown);
}

function producedTypes(written: readonly string[], name: string, problems: string[]): readonly MediaType[] {
  const types = parsedTypes(written, `${name}: @Produces`, problems);
  const other = types.find(({ charset }) => charset !== undefined && charset !== 'utf-8');
  if (other !== undefined)
    problems.push(
      `${name}: @Produces("${other.toString()}"): text is written in UTF-8; leave the charset out, or return bytes and set the type on a Reply`,
    );
  return types;
}

/** A method that bean validation would take for a property of its resource: `getTotal()` with a constrained result. */
function looksLikeProperty({ method: { name, parameters, annotations } }: CallableModel): boolean {
  const isConstrained = annotations.has(RestrictionKind) || annotations.first(ValidKind) === true;
  return name.startsWith('get') && parameters.length === 0 && isConstrained;
}

import type { CacheControlOptions } from '../http/cache-control.js';
import type { MediaType } from '../http/media-type.js';
import type { MethodModel } from '../reflection/class-model.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import type { EndpointGroups } from '../validation/endpoint-groups.js';
import type { DataSize } from '../values/data-size.js';
import type { Duration } from '../values/duration.js';
import type { AccessModel } from './access.js';
import type { Deprecation } from './annotations/deprecated-annotation.js';
import type { NameBinding } from './annotations/name-binding.js';
import type { ThrownError } from './annotations/throws-annotation.js';
import type { ArgumentModel } from './argument-model.js';
import type { Declaration } from './declaration.js';
import type { PathTemplate } from './path-template.js';

/** A class and everything in it that answers requests. */
export interface ResourceModel {
  readonly type: Class;
  readonly endpoints: readonly EndpointModel[];
  readonly locators: readonly LocatorModel[];
}

/** What endpoints and locators have in common: a method that is called with arguments from the request. */
export interface CallableModel {
  readonly resource: Class;
  readonly method: MethodModel;
  /** As messages name it: "PersonResource.fetch". */
  readonly name: string;
  /** From the application's root, or from where the sub-resource was found. */
  readonly template: PathTemplate;
  /** The variables of the whole path: those before the sub-resource, then the template's. */
  readonly variables: readonly string[];
  readonly arguments: readonly ArgumentModel[];
  /** The validation groups of the arguments, and those of the result. */
  readonly groups: EndpointGroups;
  readonly declaration: Declaration | undefined;
  /** Who may call it, or what lies below it; undefined where neither the method nor its class has decided. */
  readonly access: AccessModel | undefined;
}

/** A method that answers one HTTP method. */
export interface EndpointModel extends CallableModel {
  readonly httpMethod: string;
  /** Undefined where any content is accepted, because the method does not read it. */
  readonly consumes: readonly MediaType[] | undefined;
  readonly produces: readonly MediaType[];
  /** False where the method has no `@Produces` and JSON is only the default. */
  readonly namesMediaType: boolean;
  readonly result: ResultModel;
  /** What further `@Returns` name. */
  readonly otherResults: readonly ResultModel[];
  /** The errors that `@Throws` names. */
  readonly throws: readonly ThrownError[];
  /** Set where the method, or its class, is marked `@Deprecated`. */
  readonly deprecation: Deprecation | undefined;
  readonly limits: EndpointLimits;
  readonly cacheControl: CacheControlOptions | undefined;
  readonly bindings: readonly NameBinding[];
  /** Called a second time per request, as a property of its resource. */
  readonly isProperty: boolean;
}

/** What a method answers when nothing goes wrong. */
export interface ResultModel {
  /** What `@Returns` names, or what is left of the declared type at run time. */
  readonly type: TypeRef;
  /** False where neither `@Returns` nor the declaration tells the type, as of a bare promise. */
  readonly isKnown: boolean;
  /** What `@Returns` says; else 204 where the method is declared to return nothing, and 200. */
  readonly status: number;
  /** The headers that `@Returns` names, each with what it says. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Limits that a method or its class sets for itself; undefined where the server's apply. */
export interface EndpointLimits {
  readonly maxBodySize: DataSize | undefined;
  readonly timeout: Duration | undefined;
}

/** A method that finds the sub-resource for the rest of the path. */
export interface LocatorModel extends CallableModel {
  /** The sub-resource's class where the declaration names it; otherwise it is seen only when a request comes. */
  readonly subResource: Class | undefined;
}

import type { CacheControlOptions } from '../../http/cache-control.js';
import type { MediaType } from '../../http/media-type.js';
import type { MethodModel, ParameterModel } from '../../reflection/class-model.js';
import type { Class, TypeRef } from '../../reflection/type-ref.js';
import type { EndpointGroups } from '../../validation/endpoint-groups.js';
import type { DataSize } from '../../values/data-size.js';
import type { Duration } from '../../values/duration.js';
import type { ContextKey } from '../annotations/context-key.js';
import type { NameBinding } from '../annotations/name-binding.js';
import type { ParameterSourceUse } from '../annotations/parameter-annotations.js';
import type { PathTemplate } from '../routing/path-template.js';

/** A class with everything in it that answers requests. */
export interface ResourceModel {
  readonly type: Class;
  readonly endpoints: readonly EndpointModel[];
  readonly locators: readonly LocatorModel[];
}

/** What endpoints and locators have in common: a method that is called with arguments from the request. */
export interface CallableModel {
  readonly resource: Class;
  readonly method: MethodModel;
  /** In the words of messages: "PersonResource.fetch". */
  readonly name: string;
  /** From the application's root, or from where the sub-resource was found. */
  readonly template: PathTemplate;
  /** The variables of the whole path: those before the sub-resource, then the template's. */
  readonly variables: readonly string[];
  readonly arguments: readonly ArgumentModel[];
  /** The groups that count for all arguments of the method, and those for what it returns. */
  readonly groups: EndpointGroups;
}

/** A method that answers one HTTP method. */
export interface EndpointModel extends CallableModel {
  readonly httpMethod: string;
  /** Undefined where any content will do, since nobody reads it. */
  readonly consumes: readonly MediaType[] | undefined;
  readonly produces: readonly MediaType[];
  /** False where nothing was written and JSON is only the default. */
  readonly namesMediaType: boolean;
  readonly cacheControl: CacheControlOptions | undefined;
  readonly timeout: Duration | undefined;
  /** Undefined where the server's limit counts. */
  readonly maxBodySize: DataSize | undefined;
  readonly bindings: readonly NameBinding[];
  /** Called once more per request, as a property of its resource (Errors, rule 5 of the specification). */
  readonly isProperty: boolean;
}

/** A method that finds the sub-resource for the rest of the path. */
export interface LocatorModel extends CallableModel {
  /** The class of the sub-resource where the declaration says it; otherwise it is seen when a request comes. */
  readonly subResource: Class | undefined;
}

/** Where one argument comes from. */
export type ArgumentModel =
  | {
      readonly kind: 'source';
      readonly parameter: ParameterModel;
      readonly source: ParameterSourceUse;
      readonly defaultText: string | undefined;
    }
  | { readonly kind: 'bean'; readonly parameter: ParameterModel; readonly bean: BeanModel }
  | { readonly kind: 'context'; readonly parameter: ParameterModel; readonly context: ContextSource }
  | { readonly kind: 'body'; readonly parameter: ParameterModel; readonly type: TypeRef };

/** What a `@Context` parameter can be given. */
export type ContextSource = 'request' | 'security' | 'signal' | ContextKey<unknown>;

/** A class whose fields are parameters. */
export interface BeanModel {
  readonly type: Class;
  readonly fields: readonly BeanFieldModel[];
}

export interface BeanFieldModel {
  readonly name: string;
  readonly type: TypeRef;
  /** True for a field that itself carries the annotation: messages then name the parameter and not the path to the field. */
  readonly isField: boolean;
  readonly source: ParameterSourceUse | BeanModel;
  readonly defaultText: string | undefined;
}

import type { NameBinding } from '../../contract/annotations/name-binding.js';

/** A method that answers requests, as filters and dynamic features see it. */
export interface ResourceMethod {
  /** The class that it belongs to. */
  readonly resource: abstract new (...args: never[]) => object;
  readonly name: string;
  readonly httpMethod: string;
  /** The path template, from the application's root or from where a sub-resource was found. */
  readonly path: string;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** True where the method or its class carries the annotation. */
  isBoundTo(binding: NameBinding): boolean;
}

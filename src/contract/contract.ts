import { normalizedPrefix } from '../http/path-claims.js';
import type { Class } from '../reflection/type-ref.js';
import type { EndpointModel, LocatorModel, ResourceModel } from './endpoint-model.js';

/** What an application answers. It can be read and not run: for listings, documents and checks. */
export interface Contract {
  /** Sorted by path, then by method and class. */
  readonly endpoints: readonly PublishedEndpoint[];
  /** Paths whose sub-resource is known only when a request comes. */
  readonly openPaths: readonly OpenPath[];
}

/** An endpoint at the path where clients find it. */
export interface PublishedEndpoint {
  /** The whole template as written, context path included: "/api/people/{id}". */
  readonly path: string;
  readonly endpoint: EndpointModel;
  /** The methods that find its resource, from the outermost; empty for a registered one. */
  readonly locators: readonly LocatorModel[];
}

/** A path below which an object answers that a locator finds at run time. */
export interface OpenPath {
  readonly path: string;
  readonly locator: LocatorModel;
  /** The methods before it, from the outermost. */
  readonly locators: readonly LocatorModel[];
}

/** Reads the model of a sub-resource's class below these variables. */
export type ReadSubResource = (type: Class, variables: readonly string[]) => ResourceModel;

/** The contract of these resources, and of the sub-resources that their declarations name. */
export function contractOf(resources: readonly ResourceModel[], contextPath: string, readSubResource: ReadSubResource): Contract {
  const endpoints: PublishedEndpoint[] = [];
  const openPaths: OpenPath[] = [];
  const collect = (resource: ResourceModel, prefix: string, locators: readonly LocatorModel[]): void => {
    for (const endpoint of resource.endpoints) endpoints.push({ path: joinedPath(prefix, endpoint.template.text), endpoint, locators });
    for (const locator of resource.locators) {
      const path = joinedPath(prefix, locator.template.text);
      const { subResource, variables } = locator;
      // A sub-resource may lead to itself. Its paths have no end, so they are listed once.
      if (subResource === undefined || locators.some((outer) => outer.subResource === subResource))
        openPaths.push({ path, locator, locators });
      else collect(readSubResource(subResource, variables), path, [...locators, locator]);
    }
  };
  for (const resource of resources) collect(resource, normalizedPrefix(contextPath), []);
  return { endpoints: endpoints.toSorted(inOrder), openPaths: openPaths.toSorted((a, b) => compare(a.path, b.path)) };
}

function inOrder(a: PublishedEndpoint, b: PublishedEndpoint): number {
  return (
    compare(a.path, b.path) ||
    compare(a.endpoint.httpMethod, b.endpoint.httpMethod) ||
    compare(a.endpoint.resource.name, b.endpoint.resource.name)
  );
}

function joinedPath(prefix: string, template: string): string {
  return `${prefix}${template}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

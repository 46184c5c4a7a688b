import { normalizedPrefix } from '../../http/mount-table.js';
import type { Class } from '../../reflection/type-ref.js';
import type { LocatorModel, ResourceModel } from './endpoint-model.js';

/** One line of the listing. */
export interface ListedEndpoint {
  readonly httpMethod: string;
  readonly path: string;
  readonly className: string;
}

/**
 * The text that start-up logs: each method and path once, sorted by path.
 *
 *     The following paths were found for the configured resources:
 *
 *         GET     /people/{id} (PersonResource)
 */
export function endpointListing(
  resources: readonly ResourceModel[],
  contextPath: string,
  subModel: (locator: LocatorModel, type: Class) => ResourceModel,
): string {
  const listed = resources.flatMap((resource) => endpointsOf(resource, normalizedPrefix(contextPath), subModel, []));
  const lines = new Map(listed.map((one) => [`${one.path} ${one.httpMethod} ${one.className}`, one]));
  const sorted = [...lines.values()].toSorted(
    (a, b) => compare(a.path, b.path) || compare(a.httpMethod, b.httpMethod) || compare(a.className, b.className),
  );
  const text = sorted.map(({ httpMethod, path, className }) => `    ${httpMethod.padEnd(7)} ${path} (${className})`);
  return `The following paths were found for the configured resources:\n\n${text.length === 0 ? '    NONE' : text.join('\n')}\n`;
}

function endpointsOf(
  resource: ResourceModel,
  prefix: string,
  subModel: (locator: LocatorModel, type: Class) => ResourceModel,
  outer: readonly Class[],
): readonly ListedEndpoint[] {
  const className = resource.type.name;
  const own = resource.endpoints.map(({ httpMethod, template }) => ({ httpMethod, path: pathOf(prefix, template.text), className }));
  const below = resource.locators.flatMap((locator): readonly ListedEndpoint[] => {
    const path = pathOf(prefix, locator.template.text);
    const { subResource } = locator;
    // A sub-resource may lead to itself; its paths have no end then, and are listed once.
    if (subResource === undefined || outer.includes(subResource)) return [{ httpMethod: 'UNKNOWN', path, className }];
    return endpointsOf(subModel(locator, subResource), path === '/' ? '' : path, subModel, [...outer, subResource]);
  });
  return [...own, ...below];
}

function pathOf(prefix: string, template: string): string {
  return `${prefix}${template}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import type { Contract } from './contract.js';

/**
 * The text that start-up logs: each method and path once, sorted by path.
 *
 *     The following paths were found for the configured resources:
 *
 *         GET     /people/{id} (PersonResource)
 */
export function endpointListing({ endpoints, openPaths }: Contract): string {
  const lines = [
    ...endpoints.map(({ path, endpoint }) => ({ path, method: endpoint.httpMethod, className: endpoint.resource.name })),
    ...openPaths.map(({ path, locator }) => ({ path, method: 'UNKNOWN', className: locator.resource.name })),
  ]
    .toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method) || compare(a.className, b.className))
    .map(({ path, method, className }) => `    ${method.padEnd(7)} ${path} (${className})`);
  return `The following paths were found for the configured resources:\n\n${lines.length === 0 ? '    NONE' : [...new Set(lines)].join('\n')}\n`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

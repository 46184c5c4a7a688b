import type { EndpointModel, ResourceModel } from './endpoint-model.js';

/** Endpoints that would answer the same requests, so that it would be left to chance which one does. */
export function routeConflicts(resources: readonly ResourceModel[]): readonly string[] {
  const problems: string[] = [];
  const byRoute = new Map<string, EndpointModel[]>();
  for (const endpoint of resources.flatMap(({ endpoints }) => endpoints)) {
    const key = `${endpoint.httpMethod} ${endpoint.template.shape}`;
    const others = byRoute.get(key) ?? [];
    for (const other of others) {
      if (overlap(endpoint, other)) {
        problems.push(
          `${endpoint.name} and ${other.name} both answer ${endpoint.httpMethod} ${endpoint.template.text}; give one of them another path, method or media type`,
        );
      }
    }
    byRoute.set(key, [...others, endpoint]);
  }
  const locators = new Map<string, string>();
  for (const { name, template } of resources.flatMap((resource) => resource.locators)) {
    const other = locators.get(template.shape);
    if (other !== undefined)
      problems.push(`${name} and ${other} both find sub-resources below ${template.text}; give one of them another path`);
    locators.set(template.shape, name);
  }
  return problems;
}

function overlap(a: EndpointModel, b: EndpointModel): boolean {
  const essences = (types: EndpointModel['produces'] | undefined): ReadonlySet<string> =>
    new Set(types?.map(({ essence }) => essence) ?? ['*/*']);
  const meet = (first: ReadonlySet<string>, second: ReadonlySet<string>): boolean => [...first].some((one) => second.has(one));
  return meet(essences(a.consumes), essences(b.consumes)) && meet(essences(a.produces), essences(b.produces));
}

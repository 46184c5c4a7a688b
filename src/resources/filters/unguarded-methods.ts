import type { NameBinding } from '../../contract/annotations/name-binding.js';
import type { EndpointModel, ResourceModel } from '../../contract/endpoint-model.js';
import { nameOf } from '../component-kinds.js';
import type { BoundFilter } from '../registered-components.js';

/** Bindings of a method for which no filter runs: a method that is marked and not guarded would stand open. */
export function unguarded(
  { name, bindings }: EndpointModel,
  filters: readonly BoundFilter[],
  askedByFeatures: ReadonlySet<NameBinding>,
): readonly string[] {
  return bindings
    .filter(
      (binding) =>
        !askedByFeatures.has(binding) && !filters.some((filter) => runsFor(filter, bindings) && filter.bindings.includes(binding)),
    )
    .map((binding) => {
      const carrier = filters.find((filter) => filter.bindings.includes(binding));
      const others = carrier?.bindings.filter((one) => !bindings.includes(one)).map(({ bindingName }) => `@${bindingName}`) ?? [];
      const fix =
        carrier === undefined
          ? `add the filter that carries @${binding.bindingName} with addFilter`
          : `${nameOf(carrier.filter)} also carries ${others.join(' and ')}, which the method needs too`;
      return `${name}: is marked @${binding.bindingName}, but no filter runs for it; ${fix}`;
    });
}

/** Filters that are bound to names which no method carries; they never run. */
export function idleFilters(resources: readonly ResourceModel[], filters: readonly BoundFilter[]): readonly string[] {
  // What a locator finds is seen only when a request comes, and may carry any name.
  if (resources.some(({ locators }) => locators.some(({ subResource }) => subResource === undefined))) return [];
  const endpoints = resources.flatMap((resource) => resource.endpoints);
  return filters
    .filter((filter) => filter.bindings.length > 0 && !endpoints.some(({ bindings }) => runsFor(filter, bindings)))
    .map(({ filter, bindings }) => {
      const names = bindings.map(({ bindingName }) => `@${bindingName}`).join(' and ');
      return `${nameOf(filter)} never runs: it carries ${names}, which no method or resource class carries; mark those it is meant for`;
    });
}

function runsFor(filter: BoundFilter, bindings: readonly NameBinding[]): boolean {
  return filter.bindings.length > 0 && filter.bindings.every((binding) => bindings.includes(binding));
}

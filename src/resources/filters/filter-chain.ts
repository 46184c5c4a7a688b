import { Reply } from '../../http/reply.js';
import { asPromise } from '../../values/as-promise.js';
import type { RequestFilter, ResponseContext, ResponseFilter } from './filter.js';
import type { RequestContext } from './request-context.js';

/** The filters of one resource method in the order in which they run. Neither way makes a promise unless a filter does. */
export class FilterChain {
  private readonly requestFilters: readonly RequestFilter[];
  private readonly responseFilters: readonly ResponseFilter[];

  constructor(filters: readonly (RequestFilter | ResponseFilter)[]) {
    this.requestFilters = filters.filter(isRequestFilter).toSorted((a, b) => priorityOf(a) - priorityOf(b));
    this.responseFilters = filters.filter(isResponseFilter).toSorted((a, b) => priorityOf(b) - priorityOf(a));
  }

  static readonly none = new FilterChain([]);

  /** The classes of the filters, in the order in which they run. */
  get names(): { readonly request: readonly string[]; readonly response: readonly string[] } {
    const name = (filter: object): string => filter.constructor.name;
    return { request: this.requestFilters.map(name), response: this.responseFilters.map(name) };
  }

  get filtersRequests(): boolean {
    return this.requestFilters.length > 0;
  }

  get filtersResponses(): boolean {
    return this.responseFilters.length > 0;
  }

  /** The reply of the first filter that answers; undefined where all let the request pass. */
  before(request: RequestContext, from = 0): Reply | undefined | Promise<Reply | undefined> {
    for (let index = from; index < this.requestFilters.length; index++) {
      const outcome = this.requestFilters[index]!.filterRequest(request);
      if (outcome instanceof Reply) return outcome;
      const promise = asPromise(outcome);
      if (promise !== undefined) return promise.then((reply) => (reply instanceof Reply ? reply : this.before(request, index + 1)));
    }
    return undefined;
  }

  after(request: RequestContext, response: ResponseContext, from = 0): void | Promise<void> {
    for (let index = from; index < this.responseFilters.length; index++) {
      const promise = asPromise(this.responseFilters[index]!.filterResponse(request, response));
      if (promise !== undefined) return promise.then(() => this.after(request, response, index + 1));
    }
  }
}

/** True for an object that filters requests. */
export function isRequestFilter(component: object): component is RequestFilter {
  return 'filterRequest' in component && typeof component.filterRequest === 'function';
}

/** True for an object that filters replies. */
export function isResponseFilter(component: object): component is ResponseFilter {
  return 'filterResponse' in component && typeof component.filterResponse === 'function';
}

function priorityOf(filter: RequestFilter | ResponseFilter): number {
  return filter.priority ?? 5000;
}

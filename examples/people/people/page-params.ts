import { Int, Max, Min, QueryParam } from 'keelson';

/** `?page=2&size=50`: which part of a long list is wanted. */
export class PageParams {
  @QueryParam('page', Int)
  @Min(1)
  page: number = 1;

  @QueryParam('size', Int)
  @Min(1)
  @Max(100)
  size: number = 20;
}

/** One page of a list, and how long the whole list is. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** The value of the `Link` header: where the first, the previous, the next and the last page are. */
export function pageLinks({ page, size }: PageParams, total: number, uriOfPage: (page: number) => string): string {
  const last = Math.max(1, Math.ceil(total / size));
  const pages: readonly (readonly [string, number])[] = [
    ['first', 1],
    ['prev', Math.min(page - 1, last)],
    ['next', page + 1],
    ['last', last],
  ];
  return pages
    .filter(([, number]) => number >= 1 && number <= last)
    .map(([relation, number]) => `<${uriOfPage(number)}>; rel="${relation}"`)
    .join(', ');
}

import { modelOf } from '../reflection/class-model.js';
import { PathKind } from './annotations/routing-annotations.js';
import { PathTemplate } from './path-template.js';

/** What can stand in a path or a query. */
export type UriValue = string | number | bigint | boolean;

/** What goes into a link beside the path's variables. */
export interface UriOptions {
  readonly query?: Readonly<Record<string, UriValue | readonly UriValue[] | undefined>>;
  /** What stands before the application's paths, as in {@link Exchange.contextPath}. */
  readonly contextPath?: string;
}

/**
 * The path of a resource's method, with these values in place of its variables.
 *
 * @example Reply.created(uriOf(PersonResource, 'fetch', { id: 3 })) // Location: /people/3
 */
export function uriOf<T extends object>(
  resource: abstract new (...args: never[]) => T,
  method: keyof T & string,
  values: Readonly<Record<string, UriValue>> = {},
  options: UriOptions = {},
): string {
  const model = modelOf(resource);
  const ofMethod = model.methods.find(({ name }) => name === method)?.annotations.first(PathKind) ?? '';
  const template = PathTemplate.parse(`${model.annotations.first(PathKind) ?? ''}/${ofMethod}`);
  return `${options.contextPath ?? ''}${template.expand(values)}${queryText(options.query ?? {})}`;
}

function queryText(query: NonNullable<UriOptions['query']>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of typeof value === 'object' ? value : [value]) parameters.append(name, String(one));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

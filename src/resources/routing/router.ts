import type { PathTemplate } from '../../contract/path-template.js';

/** What a router is made from: a template and what answers there. */
export interface RouteEntry<T> {
  readonly template: PathTemplate;
  readonly target: T;
  /** True where the target takes everything below the template as well (a sub-resource). */
  readonly open: boolean;
}

/** The target whose template fits a path best, and the values of the template's variables in its order, decoded. */
export interface RouteMatch<T> {
  readonly target: T;
  readonly values: readonly string[];
  /** Of an open target: what is left of the path, encoded, starting with "/"; empty for others. */
  readonly rest: string;
}

/** Finds the target of a path whose percent escapes are well-formed. Methods and media types are not its concern. */
export interface Router<T> {
  match(path: string): RouteMatch<T> | undefined;
}

import type { RequestHeaders } from '../../http/exchange.js';
import { HeaderMap } from '../../http/header-map.js';
import { noValues } from '../../http/query-string.js';
import type { QueryValues } from '../../http/query-string.js';

/** The texts of a request that parameters are made from. */
export interface RequestTexts {
  /** Still encoded; its escapes are known to be well-formed. */
  readonly query: string;
  readonly headers: RequestHeaders;
  /** The decoded variables of the path, in the order of the template. */
  readonly pathValues: readonly string[];
  readonly form: QueryValues;
  cookie(name: string): string | undefined;
}

/** A request that says nothing, so that every parameter has its default. */
export const noTexts: RequestTexts = { query: '', headers: new HeaderMap(), pathValues: [], form: noValues, cookie: () => undefined };

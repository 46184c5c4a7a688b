import type { Guard } from '../../contract/access.js';
import { parseCookies } from '../../http/cookies.js';
import type { Exchange, RequestHeaders } from '../../http/exchange.js';
import { HeaderMap } from '../../http/header-map.js';
import type { MediaType } from '../../http/media-type.js';
import { noValues } from '../../http/query-string.js';
import type { QueryValues } from '../../http/query-string.js';
import type { UploadedFile } from '../../http/uploaded-file.js';
import type { Violation } from '../../validation/violation.js';
import type { FilterChain } from '../filters/filter-chain.js';
import { RequestContext } from '../filters/request-context.js';
import type { RequestState } from '../filters/request-context.js';
import type { ResourceMethod } from '../filters/resource-method.js';
import { RequestProblems } from '../parameters/request-problems.js';
import type { ProblemReporter } from '../parameters/request-problems.js';
import type { RequestTexts } from '../parameters/request-texts.js';

/**
 * One request on its way through the resources: how far routing has come, what negotiation agreed on, what was read and what is wrong with
 * it. Filters and methods see it as a {@link RequestContext}. Whatever not every request needs is made when it is first asked for.
 */
export class Call implements RequestTexts, RequestState, ProblemReporter {
  /** What is left of the path to route: all of it, or the part below the last sub-resource. */
  path: string;
  /** The templates matched so far. */
  route = '';
  /** How many sub-resources were entered. */
  depth = 0;
  /** The decoded variables of the path, in the order of the templates. */
  pathValues: readonly string[] = noPathValues;
  /** The sub-resource that a locator found; undefined for the registered instance. */
  instance: object | undefined = undefined;
  /** The method that answers, once it is found. */
  method: CalledMethod | undefined = undefined;
  /** The type that the client and the method agreed on; undefined where the client accepts none of the method's types. */
  mediaType: MediaType | undefined = undefined;
  /** The whole body, where the method wants it. */
  body: Uint8Array | undefined = undefined;
  form: QueryValues = noValues;
  /** The files of a multipart form, by field. */
  files: ReadonlyMap<string, readonly UploadedFile[]> = noFiles;
  /** What is wrong with the parameters and the body; undefined while nothing is. */
  problems: RequestProblems | undefined = undefined;
  private changedHeaders: HeaderMap | undefined = undefined;
  private changedSignal: AbortSignal | undefined = undefined;
  private cookies: Readonly<Record<string, string | undefined>> | undefined = undefined;
  private requestContext: RequestContext | undefined = undefined;

  constructor(
    readonly exchange: Exchange,
    private readonly filtersOfAll: FilterChain,
  ) {
    this.path = exchange.path;
  }

  /** Those of the method, or those that see all replies where no method answers. */
  get filters(): FilterChain {
    return this.method === undefined ? this.filtersOfAll : this.method.filters;
  }

  get resourceMethod(): ResourceMethod | undefined {
    return this.method?.resourceMethod;
  }

  get pathNames(): readonly string[] {
    return this.method?.variables ?? noPathValues;
  }

  get query(): string {
    return this.exchange.rawQuery;
  }

  get headers(): RequestHeaders {
    return this.changedHeaders ?? this.exchange.headers;
  }

  get signal(): AbortSignal {
    return this.changedSignal ?? this.exchange.signal;
  }

  set signal(signal: AbortSignal) {
    this.changedSignal = signal;
  }

  setHeader(name: string, value: string): void {
    this.changedHeaders ??= HeaderMap.of(this.exchange.headers.entries());
    this.changedHeaders.remove(name);
    this.changedHeaders.append(name, value);
    this.cookies = undefined;
  }

  cookie(name: string): string | undefined {
    this.cookies ??= parseCookies(this.headers.get('cookie'));
    return this.cookies[name];
  }

  /** What filters, mappers and `@Context` parameters see of this call. */
  get context(): RequestContext {
    return (this.requestContext ??= new RequestContext(this));
  }

  refuse(message: string, violation?: Violation): void {
    (this.problems ??= new RequestProblems()).refuse(message, violation);
  }

  refuseBody(message: string, violation?: Violation): void {
    (this.problems ??= new RequestProblems()).refuseBody(message, violation);
  }
}

/** What a call takes from the method that it leads to. */
export interface CalledMethod {
  readonly filters: FilterChain;
  /** Undefined for a method that finds a sub-resource: it answers nothing itself. */
  readonly resourceMethod: ResourceMethod | undefined;
  /** The variables of the whole path, in its order. */
  readonly variables: readonly string[];
  readonly produces: readonly MediaType[];
  /** False where JSON is only the default: bytes then are bytes. */
  readonly namesMediaType: boolean;
  /** In bytes; undefined for the engine's own limit. */
  readonly maxBodySize: number | undefined;
  /** Decides who may call it; undefined where there is nothing to decide. */
  readonly guard: Guard | undefined;
}

const noPathValues: readonly string[] = Object.freeze([]);
const noFiles: ReadonlyMap<string, readonly UploadedFile[]> = new Map();

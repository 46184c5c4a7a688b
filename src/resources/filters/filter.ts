import type { OpenReply } from '../../http/exchange.js';
import type { MediaType } from '../../http/media-type.js';
import type { Reply } from '../../http/reply.js';
import type { RequestContext } from './request-context.js';
import type { ResourceMethod } from './resource-method.js';

/** Runs before the parameters are read. May change the request, or answer it by returning a {@link Reply}. */
export interface RequestFilter {
  /** Lower ones run first; 5000 where nothing is said. */
  readonly priority?: number;
  filterRequest(request: RequestContext): void | Reply | Promise<void | Reply>;
}

/** Runs before the reply is written, error replies included. May change status, headers and body. */
export interface ResponseFilter {
  /** Higher ones run first, so that a filter of both kinds is outermost on both ways; 5000 where nothing is said. */
  readonly priority?: number;
  filterResponse(request: RequestContext, response: ResponseContext): void | Promise<void>;
}

/** Sees every resource method at start-up and decides which filters it gets. */
export interface DynamicFeature {
  configure(method: ResourceMethod, filters: FilterCollector): void;
}

/** Takes the filters that a dynamic feature wants for a method. */
export interface FilterCollector {
  register(filter: RequestFilter | ResponseFilter): void;
}

/** A reply that is about to be written. */
export class ResponseContext {
  constructor(
    private readonly reply: OpenReply,
    /** The body before it is written; may be replaced. */
    public entity: unknown,
    /** The type that the body will be written as. */
    public mediaType: MediaType | undefined,
  ) {}

  get status(): number {
    return this.reply.status;
  }

  set status(status: number) {
    this.reply.status = status;
  }

  header(name: string): string | readonly string[] | undefined {
    return this.reply.header(name);
  }

  setHeader(name: string, value: string | readonly string[]): void {
    this.reply.setHeader(name, value);
  }

  appendHeader(name: string, value: string): void {
    this.reply.appendHeader(name, value);
  }

  removeHeader(name: string): void {
    this.reply.removeHeader(name);
  }
}

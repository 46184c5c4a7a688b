import type { Exchange } from '../../http/exchange.js';
import type { Handler } from '../../http/handler.js';
import { hasWellFormedTarget } from '../../http/percent-escapes.js';
import { BadRequestException, NotFoundException, WebApplicationException } from '../../http/web-application-exception.js';
import { withoutStack } from '../../http/without-stack.js';
import type { Class } from '../../reflection/type-ref.js';
import type { FilterChain } from '../filters/filter-chain.js';
import { RequestContext } from '../filters/request-context.js';
import { Call } from '../parameters/call.js';
import type { CallOffer } from '../parameters/call.js';
import { UnacceptableOffer } from '../routing/method-table.js';
import type { MethodTable, RouteOffer } from '../routing/method-table.js';
import type { Router } from '../routing/router.js';
import type { Endpoint } from './endpoint.js';
import type { ErrorAnswers } from './error-answers.js';
import { classOfInstance } from './locator.js';
import type { Locator } from './locator.js';

/** What a path leads to: methods that answer, or a method that finds who does. */
export type RouteTarget =
  | { readonly kind: 'methods'; readonly methods: MethodTable<EndpointOffer> }
  | { readonly kind: 'locator'; readonly locator: Locator; readonly offer: CallOffer };

/** An endpoint in one of the media types that it produces. */
export interface EndpointOffer extends RouteOffer, CallOffer {
  readonly endpoint: Endpoint;
}

export interface DispatcherParts {
  readonly router: Router<RouteTarget>;
  /** The router of a sub-resource's class, made when it is first met below these variables of the path. */
  readonly subRouter: (type: Class, variables: readonly string[]) => Router<RouteTarget>;
  readonly errors: ErrorAnswers;
  /** The filters that see replies to requests that no method answers. */
  readonly filters: FilterChain;
}

/**
 * The way of a request through the resources: find the path, choose the method, let it answer; whatever goes wrong on the way is answered
 * too. Nothing here waits unless it has to: a synchronous method is called and answered from within the engine's callback.
 */
export class Dispatcher {
  constructor(private readonly parts: DispatcherParts) {}

  readonly handle: Handler = (exchange) => {
    if (!hasWellFormedTarget(exchange)) return this.refuse(exchange, badRequest);
    return this.route(exchange, this.parts.router, { path: exchange.path, found: '', depth: 0, values: none, instance: undefined });
  };

  private route(exchange: Exchange, router: Router<RouteTarget>, place: Place): void | Promise<void> {
    const match = router.match(place.path);
    if (match === undefined) return this.refuse(exchange, notFound);
    const values = place.values.length === 0 ? match.values : [...place.values, ...match.values];
    if (match.target.kind === 'locator') return this.locate(exchange, match.target, { ...place, path: match.rest || '/', values });
    const { methods } = match.target;
    exchange.route = place.found + methods.path;
    const chosen = methods.choose(exchange);
    if (chosen === 'options') return this.allow(exchange, methods.allowed);
    if (chosen instanceof WebApplicationException) return this.refuse(exchange, chosen);
    const offer = chosen instanceof UnacceptableOffer ? chosen.offer : chosen;
    const call = new Call(exchange, values, offer);
    call.instance = place.instance;
    if (chosen instanceof UnacceptableOffer) call.refusal = chosen.refusal;
    try {
      const answered = offer.endpoint.answer(call);
      return answered instanceof Promise ? answered.catch((thrown: unknown) => this.answerError(call, thrown)) : undefined;
    } catch (thrown) {
      return this.answerError(call, thrown);
    }
  }

  private locate(exchange: Exchange, { locator, offer }: Extract<RouteTarget, { kind: 'locator' }>, place: Place): void | Promise<void> {
    if (place.depth === deepest) return this.refuse(exchange, notFound);
    const call = new Call(exchange, place.values, offer);
    call.instance = place.instance;
    const goOn = (instance: object): void | Promise<void> =>
      this.route(exchange, this.parts.subRouter(classOfInstance(instance), locator.model.variables), {
        ...place,
        found: place.found + locator.model.template.text,
        depth: place.depth + 1,
        instance,
      });
    try {
      const found = locator.find(call);
      return found instanceof Promise ? found.then(goOn).catch((thrown: unknown) => this.answerError(call, thrown)) : goOn(found);
    } catch (thrown) {
      return this.answerError(call, thrown);
    }
  }

  private answerError(call: Call, thrown: unknown): void | Promise<void> {
    return this.parts.errors.answer(thrown, {
      exchange: call.exchange,
      mediaType: undefined,
      writableTypes: undefined,
      isDefaultType: false,
      filters: call.filters,
      context: call.context,
    });
  }

  /** No method was found that would answer; the filters that see all replies see this one. */
  private refuse(exchange: Exchange, thrown: WebApplicationException): void | Promise<void> {
    const context = new RequestContext(exchange, undefined, none, none);
    return this.parts.errors.answer(thrown, {
      exchange,
      mediaType: undefined,
      writableTypes: undefined,
      isDefaultType: false,
      filters: this.parts.filters,
      context,
    });
  }

  private allow(exchange: Exchange, methods: readonly string[]): void {
    exchange.reply.setHeader('Allow', methods.join(', '));
    exchange.reply.end('');
  }
}

/** How far a request has come: the path that is left, the templates and variables so far, and the sub-resource that was found. */
interface Place {
  readonly path: string;
  readonly found: string;
  readonly depth: number;
  readonly values: readonly string[];
  readonly instance: object | undefined;
}

const none: readonly string[] = Object.freeze([]);

// A sub-resource that leads to itself has paths without end, and each depth is compiled when it is first met.
const deepest = 32;

// Nothing in them depends on the request, and requests for paths that are not there come in numbers.
const notFound = withoutStack(() => new NotFoundException());
const badRequest = withoutStack(() => new BadRequestException());

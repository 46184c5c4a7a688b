import type { Guard } from '../../contract/access.js';
import type { Handler } from '../../http/handler.js';
import { hasWellFormedTarget } from '../../http/percent-escapes.js';
import type { ErrorHandler } from '../../http/pipeline.js';
import type { Reply } from '../../http/reply.js';
import { BadRequestException, NotFoundException } from '../../http/web-application-exception.js';
import { withoutStack } from '../../http/without-stack.js';
import type { Class } from '../../reflection/type-ref.js';
import type { FilterChain } from '../filters/filter-chain.js';
import type { MethodTable, Offer } from '../routing/method-table.js';
import type { RouteTree } from '../routing/route-tree.js';
import { Call } from './call.js';
import type { ErrorAnswers } from './error-answers.js';
import type { Locator } from './locator.js';
import type { ReplyWriter } from './reply-writer.js';

/** What a path leads to: methods that answer, or a method that finds the object that does. */
export type RouteTarget =
  | { readonly kind: 'methods'; readonly methods: MethodTable }
  | { readonly kind: 'locator'; readonly locator: Locator };

export interface DispatcherParts {
  readonly routes: RouteTree<RouteTarget>;
  /** The routes of a sub-resource's class, compiled when a request first meets it below these variables of the path. */
  readonly routesBelow: (type: Class, variables: readonly string[]) => RouteTree<RouteTarget>;
  readonly writer: ReplyWriter;
  readonly errors: ErrorAnswers;
  /** The filters that see replies to requests that no method answers. */
  readonly filters: FilterChain;
}

/**
 * The way of a request through the resources: find the path, choose the method, let it answer. Whatever goes wrong on the way is answered
 * too. Nothing here waits unless it has to: a synchronous method is called and answered from within the engine's callback.
 */
export class Dispatcher {
  constructor(private readonly parts: DispatcherParts) {}

  readonly handle: Handler = (exchange) => {
    const call = new Call(exchange, this.parts.filters);
    return hasWellFormedTarget(exchange) ? this.route(call, this.parts.routes) : this.parts.errors.answer(malformedTarget, call);
  };

  /** Answers a value that was thrown elsewhere on the port: by a mounted handler or a wrap. */
  readonly fail: ErrorHandler = (exchange, thrown) => this.parts.errors.answer(thrown, new Call(exchange, this.parts.filters));

  private route(call: Call, routes: RouteTree<RouteTarget>): void | Promise<void> {
    const match = routes.match(call.path);
    if (match === undefined) return this.parts.errors.answer(notFound, call);
    call.pathValues = call.depth === 0 ? match.values : [...call.pathValues, ...match.values];
    if (match.target.kind === 'locator') {
      call.path = match.rest || '/';
      return this.locate(call, match.target.locator);
    }
    const { methods } = match.target;
    call.exchange.route = call.route + methods.path;
    const choice = methods.choose(call.exchange);
    switch (choice.kind) {
      case 'offer':
        return this.answer(call, choice);
      case 'refused':
        call.method = undefined;
        return this.parts.errors.answer(choice.thrown, call);
      case 'options':
        call.method = undefined;
        return this.allow(call, choice.reply);
    }
  }

  private answer(call: Call, { endpoint, mediaType }: Offer): void | Promise<void> {
    call.method = endpoint;
    call.mediaType = mediaType;
    const { guard } = endpoint;
    return guard === undefined ? this.run(call, endpoint) : this.guarded(call, guard, () => this.run(call, endpoint));
  }

  /** What goes wrong behind the guard is answered there, so that its log lines name the caller. */
  private guarded(call: Call, guard: Guard, proceed: () => void | Promise<void>): void | Promise<void> {
    try {
      const answered = guard(call.context, proceed);
      return answered instanceof Promise ? answered.catch((thrown: unknown) => this.parts.errors.answer(thrown, call)) : undefined;
    } catch (thrown) {
      return this.parts.errors.answer(thrown, call);
    }
  }

  private run(call: Call, endpoint: Offer['endpoint']): void | Promise<void> {
    try {
      const answered = endpoint.answer(call);
      return answered instanceof Promise ? answered.catch((thrown: unknown) => this.parts.errors.answer(thrown, call)) : undefined;
    } catch (thrown) {
      return this.parts.errors.answer(thrown, call);
    }
  }

  /** The automatic answer to OPTIONS, which response filters see like any other. */
  private allow(call: Call, reply: Reply): void | Promise<void> {
    try {
      const written = this.parts.writer.writeReply(reply, call);
      return written instanceof Promise ? written.catch((thrown: unknown) => this.parts.errors.answer(thrown, call)) : undefined;
    } catch (thrown) {
      return this.parts.errors.answer(thrown, call);
    }
  }

  private locate(call: Call, locator: Locator): void | Promise<void> {
    if (call.depth === deepest) return this.parts.errors.answer(notFound, call);
    call.method = locator;
    call.route += locator.model.template.text;
    call.depth++;
    const { guard } = locator;
    return guard === undefined ? this.find(call, locator) : this.guarded(call, guard, () => this.find(call, locator));
  }

  private find(call: Call, locator: Locator): void | Promise<void> {
    const enter = (instance: object): void | Promise<void> => {
      call.instance = instance;
      return this.route(call, this.parts.routesBelow(instance.constructor as Class, locator.model.variables));
    };
    try {
      const found = locator.find(call);
      return found instanceof Promise ? found.then(enter).catch((thrown: unknown) => this.parts.errors.answer(thrown, call)) : enter(found);
    } catch (thrown) {
      return this.parts.errors.answer(thrown, call);
    }
  }
}

// A sub-resource that leads to itself has paths without end, and each depth is compiled when it is first met.
const deepest = 32;

// Nothing in these depends on the request, and requests for paths that do not exist come in numbers.
const notFound = withoutStack(() => new NotFoundException());
const malformedTarget = withoutStack(() => new BadRequestException());

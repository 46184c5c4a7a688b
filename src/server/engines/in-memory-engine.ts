import type { Exchange } from '../../http/exchange.js';
import type { Handler } from '../../http/handler.js';
import type { HeaderMap } from '../../http/header-map.js';
import { answerFailure } from '../handlers/last-resort.js';
import type { DrainReport, Engine, ListenOptions, Listener } from './engine.js';
import { defaultLimits, neverStopping } from './engine.js';
import { InMemoryExchange } from './in-memory-exchange.js';
import type { InMemoryAnswer, InMemoryContext, InMemoryRequest } from './in-memory-exchange.js';

/**
 * Drives handlers without a socket: what tests of resources use, and what a benchmark of everything above the socket uses.
 *
 * @example const answer = await new InMemoryEngine().answer(handler, { path: '/hello?name=ada' })
 */
export class InMemoryEngine implements Engine {
  readonly name = 'in-memory';
  readonly methods = undefined;
  private readonly ports = new Map<number, InMemoryListener>();
  private nextPort = 1;

  listen(options: ListenOptions, handler: Handler): Promise<Listener> {
    const wanted = options.address.kind === 'port' ? options.address.port : 0;
    const port = wanted === 0 ? this.nextPort++ : wanted;
    const listener = new InMemoryListener(port, options, handler);
    this.ports.set(port, listener);
    return Promise.resolve(listener);
  }

  /** Sends a request to the listener of that port; rejects where nobody listens. */
  send(port: number, request: InMemoryRequest): Promise<InMemoryAnswer> {
    return this.open(port, request).answer;
  }

  /** The same, with the answer as it comes, and the possibility to leave. */
  open(port: number, request: InMemoryRequest): InMemoryConversation {
    const listener = this.ports.get(port);
    if (listener === undefined || !listener.accepting) throw new Error(`Nobody listens on the in-memory port ${port}`);
    return listener.begin(request);
  }

  /** One request to one handler, without a listener. */
  answer(handler: Handler, request: InMemoryRequest): Promise<InMemoryAnswer> {
    return converse(handler, request, plainContext).answer;
  }

  /** The same, with the answer as it comes, and the possibility to leave. */
  converse(handler: Handler, request: InMemoryRequest): InMemoryConversation {
    return converse(handler, request, plainContext);
  }
}

/** A request under way. */
export interface InMemoryConversation {
  readonly exchange: Exchange;
  /** Resolves with status and headers as soon as they are sent. */
  readonly head: Promise<{ readonly status: number; readonly headers: HeaderMap }>;
  /** The pieces of the body as they are sent; reading them is what makes the client fast or slow. */
  readonly pieces: AsyncIterable<Buffer>;
  /** Reads all pieces and yields the whole. */
  readonly answer: Promise<InMemoryAnswer>;
  /** The client goes away. */
  leave(): void;
}

class InMemoryListener implements Listener {
  readonly url: string;
  accepting = true;
  private readonly open = new Set<InMemoryExchange>();
  private readonly context: InMemoryContext;

  constructor(
    readonly port: number,
    options: ListenOptions,
    private readonly handler: Handler,
  ) {
    this.url = `memory:${port}`;
    this.context = {
      maxRequestBodySize: options.limits.maxRequestBodySize,
      trustedProxies: options.trustedProxies,
      forwardedDialect: options.forwardedDialect,
      stopping: options.stopping ?? neverStopping,
      failed: options.onFailure,
    };
  }

  begin(request: InMemoryRequest): InMemoryConversation {
    return converse(this.handler, request, this.context, (exchange) => {
      this.open.add(exchange);
      exchange.onFinished(() => this.open.delete(exchange));
    });
  }

  stopAccepting(): Promise<void> {
    this.accepting = false;
    return Promise.resolve();
  }

  async drain(deadline: AbortSignal): Promise<DrainReport> {
    const finished = Promise.all([...this.open].map((exchange) => new Promise<void>((resolve) => exchange.onFinished(() => resolve()))));
    const late = new Promise<void>((resolve) => {
      if (deadline.aborted) resolve();
      else deadline.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([finished, late]);
    const rest = [...this.open];
    for (const exchange of rest) exchange.abort();
    return { cutOff: rest.length };
  }
}

function converse(
  handler: Handler,
  request: InMemoryRequest,
  context: InMemoryContext,
  begun?: (exchange: InMemoryExchange) => void,
): InMemoryConversation {
  const exchange = new InMemoryExchange(request, context);
  begun?.(exchange);
  try {
    const handled = handler(exchange);
    handled?.then(
      () => exchange.handlerReturned(),
      (thrown: unknown) => context.failed(exchange, thrown),
    );
  } catch (thrown) {
    context.failed(exchange, thrown);
  }
  let answer: Promise<InMemoryAnswer> | undefined;
  return {
    exchange,
    head: exchange.head,
    pieces: exchange.pieces(),
    get answer() {
      return (answer ??= exchange.answer());
    },
    leave: () => exchange.leave(),
  };
}

const plainContext: InMemoryContext = {
  maxRequestBodySize: defaultLimits.maxRequestBodySize,
  trustedProxies: 0,
  forwardedDialect: undefined,
  stopping: neverStopping,
  failed: answerFailure,
};

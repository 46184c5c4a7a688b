import type { Handler, Wrap } from '../http/handler.js';
import type { PathClaim } from '../http/path-claims.js';
import { guardedWraps, pipeline } from '../http/pipeline.js';
import type { NamedWrap } from '../http/pipeline.js';
import type { PortParts } from '../http/port-handler.js';
import { Doc } from '../json/doc.js';
import { JsonPolymorphic, JsonProperty } from '../json/json-annotations.js';
import type { Lifecycle } from '../lifecycle/lifecycle.js';
import { systemClock } from '../logging/logging-clock.js';
import type { LoggingClock } from '../logging/logging-clock.js';
import { enumOf, listOf } from '../reflection/type-token.js';
import { Valid } from '../validation/constraint-annotations.js';
import { NotNull } from '../validation/presence-constraints.js';
import { Size } from '../validation/text-constraints.js';
import { DataSize } from '../values/data-size.js';
import { Duration } from '../values/duration.js';
import { EngineNames } from './connectors/connector-factory.js';
import type { ConnectorContext, ConnectorFactory, EngineName } from './connectors/connector-factory.js';
import type { Engine, RefusalListener } from './engines/engine.js';
import { allowedMethods, serverOptions } from './handlers/allowed-methods-handler.js';
import { CorsFactory } from './handlers/cors-factory.js';
import { GzipFactory } from './handlers/gzip-factory.js';
import { answerFailure } from './handlers/last-resort.js';
import { countRefused, metered } from './handlers/metered-handler.js';
import type { RequestObserver } from './handlers/metered-handler.js';
import { RequestIdFactory } from './handlers/request-id-factory.js';
import { SecurityHeadersFactory } from './handlers/security-headers-factory.js';
import { RequestLogFactory } from './request-log/request-log-factory.js';
import type { RequestLog } from './request-log/request-log.js';
import type { OpenConnector, Server } from './server.js';

/**
 * The `server:` block: settings that all servers share, and the order in which handlers are wrapped around the application.
 *
 * @example configuration.server.build({ name: 'hello', application, admin, lifecycle }).start()
 */
@Doc('The `server` section: settings that both kinds of server share. `type: default` or `type: simple` chooses the kind.')
@JsonPolymorphic({ defaultType: 'default' })
export abstract class ServerFactory {
  @Doc('What reads requests of `http` and `https` connectors: `lane`, our own scanner with Node behind it, or `node`.')
  @JsonProperty(enumOf(EngineNames))
  @NotNull
  engine: EngineName = 'lane';

  @Doc('The largest request body; larger ones are answered with 413.')
  @JsonProperty
  @NotNull
  maxRequestBodySize: DataSize = DataSize.megabytes(1);

  @Doc(
    'The allowed HTTP methods; others are answered with 405. Unless set: GET, POST, PUT, DELETE, HEAD, OPTIONS, PATCH, and the methods of resources.',
  )
  @JsonProperty(listOf(String))
  @Size({ min: 1 })
  allowedMethods: string[] | undefined = undefined;

  @Doc('How long requests may take to finish after the stop began.')
  @JsonProperty
  @NotNull
  shutdownGracePeriod: Duration = Duration.seconds(30);

  @Doc('How long to keep serving after readiness went down and before connections are refused, so that load balancers notice.')
  @JsonProperty
  @NotNull
  shutdownWaitPeriod: Duration = Duration.seconds(0);

  @Doc("Which pages of other origins may read the application's replies; none unless given.")
  @JsonProperty(CorsFactory)
  @Valid
  cors: CorsFactory | undefined = undefined;

  @Doc('What browsers are told to do with replies.')
  @JsonProperty
  @Valid
  @NotNull
  securityHeaders: SecurityHeadersFactory = new SecurityHeadersFactory();

  @Doc('Compression of replies and requests.')
  @JsonProperty
  @Valid
  @NotNull
  gzip: GzipFactory = new GzipFactory();

  @Doc('The ID of each request.')
  @JsonProperty
  @Valid
  @NotNull
  requestId: RequestIdFactory = new RequestIdFactory();

  @Doc('The request log: one line per request.')
  @JsonProperty
  @Valid
  @NotNull
  requestLog: RequestLogFactory = new RequestLogFactory();

  /** Settles everything; nothing is opened before the server starts. */
  abstract build(parts: ServerParts): Server;

  /** What answers on the application's connectors, without request ID and request log: for asking without a socket. */
  handlerOf(parts: ServerParts): Handler {
    return this.applicationSide(parts);
  }

  /** What the application is moved below; what else is mounted on its ports, such as assets, stays where it is. */
  abstract readonly applicationContextPath: string;

  /** What lies in the way of a mount on the application's ports. */
  get claims(): readonly PathClaim[] {
    return [];
  }

  /** Everything on the application's port: what stands around it, from the outermost to the innermost. Only here and in {@link adminSide} is that order written. */
  protected applicationSide(parts: ServerParts): Handler {
    const { handler, wraps, fail } = portOf(parts.application);
    const methods = this.methods(parts);
    const wrapped = [
      ...named('metrics', parts.observer === undefined ? undefined : metered(parts.observer, methods)),
      ...named('security-headers', this.securityHeaders.build()),
      ...named('cors', this.cors?.build()),
      ...named('gzip', this.gzip.buildReplies()),
      ...guardedWraps(wraps, fail),
      ...named('options', serverOptions(methods)),
      ...named('allowed-methods', allowedMethods(methods, fail)),
      ...named('inflate', this.gzip.buildRequests(fail)),
    ];
    return pipeline(wrapped, handler);
  }

  /** Everything on the admin port. */
  protected adminSide(parts: ServerParts): Handler {
    const { handler, wraps, fail } = portOf(parts.admin);
    const wrapped = [
      ...named('security-headers', this.securityHeaders.build()),
      ...named('gzip', this.gzip.buildReplies()),
      ...guardedWraps(wraps, fail),
      ...named('options', serverOptions(usualMethods)),
      ...named('inflate', this.gzip.buildRequests(fail)),
    ];
    return pipeline(wrapped, handler);
  }

  /** Opens a connector when the server starts, with what stands around both sides: request ID and request log. */
  protected opening(connector: ConnectorFactory, handler: Handler, parts: ServerParts, observer?: RequestObserver): OpenConnector {
    this.refuseUnparseable(connector, parts);
    const maxRequestBodySize = this.maxRequestBodySize.toBytes();
    const nodeMounts = [parts.application, parts.admin].flatMap((side) => portOf(side).nodeMounts ?? []);
    const identified = this.requestId.build() ?? ((next: Handler) => next);
    return ({ requestLog, stopping }) => {
      const context: ConnectorContext = {
        maxRequestBodySize,
        stopping,
        onFailure: answerFailure,
        onRefused: refusalListener(requestLog, observer),
        defaultEngine: this.engine,
        nodeMounts,
        engine: parts.engine,
      };
      return connector.open(identified(requestLog?.wrap(handler) ?? handler), context);
    };
  }

  protected openRequestLog(parts: ServerParts): RequestLog | undefined {
    return this.requestLog.build({ applicationName: parts.name, clock: parts.clock ?? systemClock });
  }

  private methods({ methods = [] }: ServerParts): ReadonlySet<string> {
    return new Set(this.allowedMethods ?? [...usualMethods, ...methods]);
  }

  private refuseUnparseable({ parseableMethods }: ConnectorFactory, parts: ServerParts): void {
    if (parseableMethods === undefined || parts.engine !== undefined) return;
    const unknown = [...this.methods(parts)].filter((method) => !parseableMethods.has(method));
    if (unknown.length > 0) throw new UnknownMethodError(unknown);
  }
}

const usualMethods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'];

/** What a server is built from. */
export interface ServerParts {
  /** Names the service, to syslog for instance. */
  readonly name: string;
  /** Answers everything that is not the admin side's, below {@link ServerFactory.applicationContextPath}. */
  readonly application: Handler | PortParts;
  readonly admin: Handler | PortParts;
  /** Started before the ports open, stopped after the last request. */
  readonly lifecycle: Lifecycle;
  /** Methods that resources declare beside the usual ones. */
  readonly methods?: Iterable<string> | undefined;
  /** Told of the application's requests: metrics. */
  readonly observer?: RequestObserver | undefined;
  /** Told before anything else when the server stops: readiness fails from here on. */
  readonly onStopping?: (() => void) | undefined;
  /** In place of the connectors' own, for tests. */
  readonly engine?: Engine | undefined;
  /** Of the request log; the machine's unless given. */
  readonly clock?: LoggingClock | undefined;
}

// Requests that no handler sees are logged and counted like all others.
function refusalListener(requestLog: RequestLog | undefined, observer: RequestObserver | undefined): RefusalListener {
  return (refused) => {
    requestLog?.writeRefused(refused);
    if (observer !== undefined) countRefused(observer, refused);
  };
}

function portOf(side: Handler | PortParts): PortParts {
  return typeof side === 'function' ? { handler: side, wraps: [], fail: answerFailure } : side;
}

function named(name: string, wrap: Wrap | undefined): readonly NamedWrap[] {
  return wrap === undefined ? [] : [{ name, wrap }];
}

/** A method is to be served that the server cannot even parse. */
export class UnknownMethodError extends Error {
  override readonly name = 'UnknownMethodError';
  readonly code = 'KEELSON_UNKNOWN_METHOD';
  constructor(readonly methods: readonly string[]) {
    super(`The HTTP parser does not know the method ${methods.join(', ')}: requests with it never arrive. Use one of node's http.METHODS`);
  }
}

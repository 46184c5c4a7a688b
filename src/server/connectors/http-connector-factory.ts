import type { Handler } from '../../http/handler.js';
import { Doc } from '../../json/doc.js';
import { JsonProperty, JsonTypeName } from '../../json/json-annotations.js';
import { getLogger } from '../../logging/get-logger.js';
import { Int, enumOf } from '../../reflection/type-token.js';
import { MinDataSize } from '../../validation/amount-constraints.js';
import { Min, PortRange } from '../../validation/number-constraints.js';
import { NotNull } from '../../validation/presence-constraints.js';
import { DataSize } from '../../values/data-size.js';
import { Duration } from '../../values/duration.js';
import type { Engine, EngineLimits, ListenOptions } from '../engines/engine.js';
import type { ForwardedDialect } from '../engines/forwarded.js';
import { LaneEngine } from '../engines/lane/lane-engine.js';
import { NodeHttpEngine } from '../engines/node-http-engine.js';
import { ConnectorFactory, EngineNames } from './connector-factory.js';
import type { Connector, ConnectorContext, EngineName } from './connector-factory.js';

const log = getLogger('keelson.server.HttpConnector');
const Dialect = { 'x-forwarded': 'x-forwarded', forwarded: 'forwarded' } as const;

/** `type: http`: HTTP/1.1 on a port, or on a Unix socket where `path` is given. */
@Doc('`type: http`: HTTP/1.1 on a port, or on a Unix socket if `path` is set. `type: h2c` has the same keys and speaks HTTP/2 without TLS.')
@JsonTypeName('http')
export class HttpConnectorFactory extends ConnectorFactory {
  @Doc('The port to listen on; 0 takes a free one.')
  @JsonProperty(Int)
  @PortRange()
  port: number = 8080;

  @Doc('The address to listen on; all addresses unless set.')
  @JsonProperty(String)
  bindHost: string | undefined = undefined;

  @Doc('The path of a Unix socket to listen on instead of a port.')
  @JsonProperty(String)
  path: string | undefined = undefined;

  @Doc('The largest size of the request line and headers together; larger ones are answered with 431.')
  @JsonProperty
  @NotNull
  @MinDataSize('1KiB')
  maxRequestHeaderSize: DataSize = DataSize.kilobytes(8);

  @Doc('How long a client may take to send its headers; after that, 408.')
  @JsonProperty
  @NotNull
  headerTimeout: Duration = Duration.seconds(10);

  @Doc('How long a client may take to send a whole request, body included; after that, 408.')
  @JsonProperty
  @NotNull
  requestTimeout: Duration = Duration.seconds(60);

  @Doc('How long a connection may be idle between two requests.')
  @JsonProperty
  @NotNull
  idleTimeout: Duration = Duration.seconds(30);

  @Doc('How long a client may stop reading its reply; after that, it is cut off.')
  @JsonProperty
  @NotNull
  writeTimeout: Duration = Duration.seconds(30);

  @Doc('How many connections may be open; further ones are closed at once.')
  @JsonProperty(Int)
  @Min(1)
  maxConnections: number | undefined = undefined;

  @Doc('How many connections the operating system may queue until they are accepted.')
  @JsonProperty(Int)
  @Min(1)
  acceptQueueSize: number = 1024;

  @Doc("Whether the client's address and protocol are taken from headers. Only safe if every request comes through a proxy that sets them.")
  @JsonProperty
  useForwardedHeaders: boolean = false;

  @Doc(
    'The headers that the proxies set: `x-forwarded` for `X-Forwarded-For` and `X-Forwarded-Proto`, `forwarded` for `Forwarded` (RFC 7239).',
  )
  @JsonProperty(enumOf(Dialect))
  @NotNull
  forwardedDialect: ForwardedDialect = 'x-forwarded';

  @Doc('How many proxies are in front of the service, each of which adds an element to those headers.')
  @JsonProperty(Int)
  @Min(1)
  trustedProxies: number = 1;

  @Doc('What reads the requests: `lane` or `node`; `server.engine` unless set.')
  @JsonProperty(enumOf(EngineNames))
  engine: EngineName | undefined = undefined;

  /** A connector on that port, otherwise as configured by default. */
  static onPort(port: number): HttpConnectorFactory {
    const factory = new HttpConnectorFactory();
    factory.port = port;
    return factory;
  }

  get parseableMethods(): ReadonlySet<string> | undefined {
    return this.makeEngine(this.engine).methods;
  }

  async open(handler: Handler, context: ConnectorContext): Promise<Connector> {
    return { listener: await this.engineFor(context).listen(this.listenOptions(context), handler) };
  }

  protected engineFor({ engine, defaultEngine, nodeMounts = [] }: ConnectorContext): Engine {
    if (engine !== undefined) return engine;
    const chosen = this.engine ?? defaultEngine;
    if (chosen !== 'lane' || nodeMounts.length === 0) return this.makeEngine(chosen);
    log.info(
      "Requests are read by Node's HTTP server instead of the lane engine: handlers at %s are written for it",
      nodeMounts.join(', '),
    );
    return this.makeEngine('node');
  }

  protected makeEngine(name: EngineName | undefined): Engine {
    return name === 'lane' ? new LaneEngine() : new NodeHttpEngine();
  }

  protected listenOptions({ maxRequestBodySize, onFailure, onRefused, stopping }: ConnectorContext): ListenOptions {
    return {
      address:
        this.path === undefined
          ? { kind: 'port', port: this.port, host: this.bindHost, backlog: this.acceptQueueSize }
          : { kind: 'unix', path: this.path },
      limits: { ...this.limits(), maxRequestBodySize },
      trustedProxies: this.useForwardedHeaders ? this.trustedProxies : 0,
      forwardedDialect: this.forwardedDialect,
      stopping,
      onFailure,
      onRefused,
    };
  }

  private limits(): Omit<EngineLimits, 'maxRequestBodySize'> {
    return {
      maxHeaderSize: this.maxRequestHeaderSize.toBytes(),
      headerTimeout: this.headerTimeout.toMilliseconds(),
      requestTimeout: this.requestTimeout.toMilliseconds(),
      idleTimeout: this.idleTimeout.toMilliseconds(),
      writeTimeout: this.writeTimeout.toMilliseconds(),
      maxConnections: this.maxConnections,
    };
  }
}

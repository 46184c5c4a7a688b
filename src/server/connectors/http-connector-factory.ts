import type { Handler } from '../../http/handler.js';
import { JsonProperty, JsonTypeName } from '../../json/json-annotations.js';
import { Int, enumOf } from '../../reflection/type-token.js';
import { MinDataSize } from '../../validation/amount-constraints.js';
import { Min, PortRange } from '../../validation/number-constraints.js';
import { NotNull } from '../../validation/presence-constraints.js';
import { DataSize } from '../../values/data-size.js';
import { Duration } from '../../values/duration.js';
import type { Engine, EngineLimits, ListenOptions } from '../engines/engine.js';
import type { ForwardedDialect } from '../engines/forwarded.js';
import { NodeHttpEngine } from '../engines/node-http-engine.js';
import { ConnectorFactory } from './connector-factory.js';
import type { Connector, ConnectorContext } from './connector-factory.js';

const Dialect = { 'x-forwarded': 'x-forwarded', forwarded: 'forwarded' } as const;

/** `type: http`: HTTP/1.1 on a port, or on a Unix socket where `path` is given. */
@JsonTypeName('http')
export class HttpConnectorFactory extends ConnectorFactory {
  /** 0 takes a free one. */
  @JsonProperty(Int)
  @PortRange()
  port: number = 8080;

  /** The address to listen on; all of them where none is given. */
  @JsonProperty(String)
  bindHost: string | undefined = undefined;

  /** The path of a Unix socket, in place of a port. */
  @JsonProperty(String)
  path: string | undefined = undefined;

  /** Request line and headers together; beyond it 431. */
  @JsonProperty
  @NotNull
  @MinDataSize('1KiB')
  maxRequestHeaderSize: DataSize = DataSize.kilobytes(8);

  /** How long a client may take to send its headers; then 408. */
  @JsonProperty
  @NotNull
  headerTimeout: Duration = Duration.seconds(10);

  /** How long a client may take to send a whole request, body included; then 408. */
  @JsonProperty
  @NotNull
  requestTimeout: Duration = Duration.seconds(60);

  /** How long a connection may be quiet between two requests, and how long a client may take nothing of its reply. */
  @JsonProperty
  @NotNull
  idleTimeout: Duration = Duration.seconds(30);

  /** How many connections may be open; more are closed at once. */
  @JsonProperty(Int)
  @Min(1)
  maxConnections: number | undefined = undefined;

  /** How many connections the system may hold ready to be accepted. */
  @JsonProperty(Int)
  @Min(1)
  acceptQueueSize: number = 1024;

  /** Take the client's address and protocol from headers. Only where every request comes through a proxy that sets them. */
  @JsonProperty
  useForwardedHeaders: boolean = false;

  /** The headers that the proxies write: `x-forwarded` for `X-Forwarded-For` and `X-Forwarded-Proto`, `forwarded` for `Forwarded` (RFC 7239). */
  @JsonProperty(enumOf(Dialect))
  @NotNull
  forwardedDialect: ForwardedDialect = 'x-forwarded';

  /** How many proxies stand in front of us, each adding an element to those headers. */
  @JsonProperty(Int)
  @Min(1)
  trustedProxies: number = 1;

  /** A connector on that port, otherwise as configured by default. */
  static onPort(port: number): HttpConnectorFactory {
    const factory = new HttpConnectorFactory();
    factory.port = port;
    return factory;
  }

  get parseableMethods(): ReadonlySet<string> | undefined {
    return this.engine().methods;
  }

  async open(handler: Handler, context: ConnectorContext): Promise<Connector> {
    return { listener: await (context.engine ?? this.engine()).listen(this.listenOptions(context), handler) };
  }

  protected engine(): Engine {
    return new NodeHttpEngine();
  }

  protected listenOptions({ maxRequestBodySize, onFailure }: ConnectorContext): ListenOptions {
    return {
      address:
        this.path === undefined
          ? { kind: 'port', port: this.port, host: this.bindHost, backlog: this.acceptQueueSize }
          : { kind: 'unix', path: this.path },
      limits: { ...this.limits(), maxRequestBodySize },
      trustedProxies: this.useForwardedHeaders ? this.trustedProxies : 0,
      forwardedDialect: this.forwardedDialect,
      onFailure,
    };
  }

  private limits(): Omit<EngineLimits, 'maxRequestBodySize'> {
    return {
      maxHeaderSize: this.maxRequestHeaderSize.toBytes(),
      headerTimeout: this.headerTimeout.toMilliseconds(),
      requestTimeout: this.requestTimeout.toMilliseconds(),
      idleTimeout: this.idleTimeout.toMilliseconds(),
      maxConnections: this.maxConnections,
    };
  }
}

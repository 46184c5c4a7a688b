// server/connectors/connector-factory
export interface Connector {
  readonly listener: Listener;
  readonly certificate?: ServedCertificate | undefined;
  prepareReload?(): Promise<() => void>;
}

// server/connectors/connector-factory
export interface ConnectorContext {
  readonly maxRequestBodySize: number;
  readonly onFailure: FailureListener;
  readonly stopping?: AbortSignal | undefined;
  readonly onRefused?: RefusalListener | undefined;
  readonly defaultEngine?: EngineName | undefined;
  readonly nodeMounts?: readonly string[] | undefined;
  readonly engine?: Engine | undefined;
}

// server/connectors/connector-factory
export declare abstract class ConnectorFactory {
  abstract open(handler: Handler, context: ConnectorContext): Promise<Connector>;
  get usesTls(): boolean;
  abstract readonly parseableMethods: ReadonlySet<string> | undefined;
}

// server/default-server-factory
export declare class DefaultServerFactory extends ServerFactory {
  applicationConnectors: ConnectorFactory[];
  adminConnectors: ConnectorFactory[];
  applicationContextPath: string;
  adminContextPath: string;
  build(parts: ServerParts): Server;
}

// server/engines/engine
export interface DrainReport {
  readonly cutOff: number;
}

// server/engines/engine
export interface Engine {
  readonly name: string;
  readonly methods: ReadonlySet<string> | undefined;
  listen(options: ListenOptions, handler: Handler): Promise<Listener>;
}

// server/engines/engine
export interface EngineLimits {
  readonly maxRequestBodySize: number;
  readonly maxHeaderSize: number;
  readonly headerTimeout: number;
  readonly requestTimeout: number;
  readonly idleTimeout: number;
  readonly writeTimeout: number;
  readonly maxConnections: number | undefined;
}

// server/engines/engine
export type FailureListener = (exchange: Exchange, thrown: unknown) => void;

// server/handlers/fetch-handler
export type FetchRequestHandler = (request: Request) => Response | Promise<Response>;

// server/handlers/gzip-factory
export declare class GzipFactory {
  enabled: boolean;
  minimumEntitySize: DataSize;
  includedMethods: string[];
  compressedMimeTypes: string[];
  compressionLevel: number;
  buildReplies(): Wrap | undefined;
  buildRequests(fail: ErrorHandler): Wrap | undefined;
}

// server/connectors/https-connector-factory
export declare class Http2ClearTextConnectorFactory extends HttpConnectorFactory {
  protected makeEngine(): Engine;
}

// server/connectors/https-connector-factory
export declare class Http2ConnectorFactory extends HttpsConnectorFactory {
  protected makeEngine(): Engine;
}

// server/connectors/http-connector-factory
export declare class HttpConnectorFactory extends ConnectorFactory {
  port: number;
  bindHost: string | undefined;
  path: string | undefined;
  maxRequestHeaderSize: DataSize;
  headerTimeout: Duration;
  requestTimeout: Duration;
  idleTimeout: Duration;
  writeTimeout: Duration;
  maxConnections: number | undefined;
  acceptQueueSize: number;
  useForwardedHeaders: boolean;
  forwardedDialect: ForwardedDialect;
  trustedProxies: number;
  engine: EngineName | undefined;
  static onPort(port: number): HttpConnectorFactory;
  get parseableMethods(): ReadonlySet<string> | undefined;
  open(handler: Handler, context: ConnectorContext): Promise<Connector>;
  protected engineFor({ engine, defaultEngine, nodeMounts }: ConnectorContext): Engine;
  protected makeEngine(name: EngineName | undefined): Engine;
  protected listenOptions({ maxRequestBodySize, onFailure, onRefused, stopping }: ConnectorContext): ListenOptions;
}

// server/connectors/https-connector-factory
export declare class HttpsConnectorFactory extends HttpConnectorFactory {
  port: number;
  keyStorePath: string;
  keyStorePassword: string | undefined;
  keyPath: string | undefined;
  validateCerts: boolean;
  trustStorePath: string | undefined;
  needClientAuth: boolean;
  wantClientAuth: boolean;
  minimumTlsVersion: keyof typeof TlsVersion;
  supportedCipherSuites: string[];
  certificateExpiryWarning: Duration;
  get usesTls(): boolean;
  isTrustStoreGiven(): boolean;
  open(handler: Handler, context: ConnectorContext): Promise<Connector>;
}

// server/engines/in-memory-exchange
export interface InMemoryAnswer {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: Buffer;
  readonly text: string;
  readonly complete: boolean;
}

// server/engines/in-memory-engine
export interface InMemoryConversation {
  readonly exchange: Exchange;
  readonly head: Promise<{
    readonly status: number;
    readonly headers: HeaderMap;
  }>;
  readonly pieces: AsyncIterable<Buffer>;
  readonly answer: Promise<InMemoryAnswer>;
  leave(): void;
}

// server/engines/in-memory-engine
export declare class InMemoryEngine implements Engine {
  readonly name = "in-memory";
  readonly methods: undefined;
  listen(options: ListenOptions, handler: Handler): Promise<Listener>;
  send(port: number, request: InMemoryRequest): Promise<InMemoryAnswer>;
  open(port: number, request: InMemoryRequest): InMemoryConversation;
  answer(handler: Handler, request: InMemoryRequest): Promise<InMemoryAnswer>;
  converse(handler: Handler, request: InMemoryRequest): InMemoryConversation;
}

// server/engines/in-memory-exchange
export interface InMemoryRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | Iterable<readonly [string, string]>;
  readonly body?: ReplyBody | AsyncIterable<Uint8Array>;
  readonly remoteAddress?: string;
  readonly secure?: boolean;
}

// server/tls/key-store
export declare class KeyStoreError extends Error {
  readonly path: string;
  readonly name = "KeyStoreError";
  readonly code = "KEELSON_KEY_STORE";
  constructor(path: string, reason: string, options?: ErrorOptions);
}

// server/engines/engine
export type ListenAddress = {
  readonly kind: 'port';
  readonly port: number;
  readonly host: string | undefined;
  readonly backlog?: number | undefined;
} | {
  readonly kind: 'unix';
  readonly path: string;
};

// server/engines/listen
export declare class ListenError extends Error {
  readonly name = "ListenError";
  readonly code = "KEELSON_LISTEN_FAILED";
  readonly refusals: readonly ListenRefusal[];
  constructor(address: ListenAddress, cause: NodeJS.ErrnoException);
  constructor(refusals: readonly ListenRefusal[]);
}

// server/engines/engine
export interface ListenOptions {
  readonly address: ListenAddress;
  readonly limits: EngineLimits;
  readonly tls?: TlsOptions | undefined;
  readonly trustedProxies: number;
  readonly forwardedDialect?: ForwardedDialect | undefined;
  readonly stopping?: AbortSignal | undefined;
  readonly onFailure: FailureListener;
  readonly onRefused?: RefusalListener | undefined;
}

// server/engines/engine
export interface Listener {
  readonly port: number;
  readonly url: string;
  stopAccepting(): Promise<void>;
  drain(deadline: AbortSignal): Promise<DrainReport>;
  replaceCertificates?(options: SecureContextOptions): void;
}

// server/engines/node-handler
export declare class NodeHandlerError extends Error {
  readonly name = "NodeHandlerError";
  readonly code = "KEELSON_NODE_HANDLER_NEEDS_SOCKET";
  constructor();
}

// server/engines/node-http2-engine
export declare class NodeHttp2Engine implements Engine {
  readonly name = "node-http2";
  readonly methods: ReadonlySet<string>;
  listen(options: ListenOptions, handler: Handler): Promise<Listener>;
}

// server/engines/node-http-engine
export declare class NodeHttpEngine implements Engine {
  readonly name = "node";
  readonly methods: ReadonlySet<string>;
  listen(options: ListenOptions, handler: Handler): Promise<Listener>;
}

// server/engines/node-exchange
export interface NodeNative {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

// server/engines/node-handler
export type NodeRequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

// server/handlers/metered-handler
export interface ObservedRequest {
  readonly method: string;
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly waited: WaitingRequest | undefined;
}

// server/port-conflict-error
export declare class PortConflictError extends Error {
  readonly port: number;
  readonly name = "PortConflictError";
  readonly code = "KEELSON_PORT_CONFLICT";
  constructor(port: number, first: string, second: string);
}

// server/handlers/request-id-factory
export declare class RequestIdFactory {
  enabled: boolean;
  header: string;
  inLogContext: boolean;
  build(): Wrap | undefined;
}

// server/request-log/request-log
export declare class RequestLog {
  constructor(appenders: readonly Appender[], options: RequestLogOptions);
  readonly wrap: Wrap;
  writeRefused(refused: RefusedRequest): void;
  close(): Promise<void>;
}

// server/request-log/request-log-factory
export declare class RequestLogFactory {
  appenders: AppenderFactory[];
  timeZone: TimeZone;
  excludedPaths: string[];
  requestId: boolean;
  build(surroundings: LoggingSurroundings): RequestLog | undefined;
}

// server/request-log/request-log
export interface RequestLogOptions {
  readonly timeZone: string;
  readonly excludedPaths: readonly string[];
  readonly requestId?: boolean;
  readonly clock?: LoggingClock;
}

// server/handlers/metered-handler
export interface RequestObserver {
  requestStarted(): void;
  requestWaits(request: WaitingRequest): void;
  requestFinished(request: ObservedRequest): void;
}

// server/server
export declare class Server {
  constructor(plan: ServerPlan);
  get applicationListeners(): readonly Listener[];
  get adminListeners(): readonly Listener[];
  start(): Promise<void>;
  get usesTls(): boolean;
  get certificates(): readonly ServedCertificate[];
  stop(): Promise<void>;
  reloadCertificates(): Promise<void>;
}

// server/server-factory
export declare abstract class ServerFactory {
  engine: EngineName;
  maxRequestBodySize: DataSize;
  allowedMethods: string[] | undefined;
  shutdownGracePeriod: Duration;
  shutdownWaitPeriod: Duration;
  cors: CorsFactory | undefined;
  securityHeaders: SecurityHeadersFactory;
  gzip: GzipFactory;
  requestId: RequestIdFactory;
  requestLog: RequestLogFactory;
  abstract build(parts: ServerParts): Server;
  handlerOf(parts: ServerParts): Handler;
  abstract readonly applicationContextPath: string;
  get claims(): readonly PathClaim[];
  protected applicationSide(parts: ServerParts): Handler;
  protected adminSide(parts: ServerParts): Handler;
  protected opening(connector: ConnectorFactory, handler: Handler, parts: ServerParts, observer?: RequestObserver): OpenConnector;
  protected openRequestLog(parts: ServerParts): RequestLog | undefined;
}

// server/server-factory
export interface ServerParts {
  readonly name: string;
  readonly application: Handler | PortParts;
  readonly admin: Handler | PortParts;
  readonly lifecycle: Lifecycle;
  readonly methods?: Iterable<string> | undefined;
  readonly observer?: RequestObserver | undefined;
  readonly onStopping?: (() => void) | undefined;
  readonly engine?: Engine | undefined;
  readonly clock?: LoggingClock | undefined;
}

// server/simple-server-factory
export declare class SimpleServerFactory extends ServerFactory {
  connector: ConnectorFactory;
  applicationContextPath: string;
  adminContextPath: string;
  get claims(): readonly PathClaim[];
  build(parts: ServerParts): Server;
  handlerOf(parts: ServerParts): Handler;
}

// server/engines/engine
export interface TlsOptions extends SecureContextOptions {
  readonly requestCert?: boolean;
  readonly rejectUnauthorized?: boolean;
  readonly ALPNProtocols?: string[];
}

// server/server-factory
export declare class UnknownMethodError extends Error {
  readonly methods: readonly string[];
  readonly name = "UnknownMethodError";
  readonly code = "KEELSON_UNKNOWN_METHOD";
  constructor(methods: readonly string[]);
}

// server/handlers/metered-handler
export type WaitingRequest = Pick<ObservedRequest, 'method' | 'route'>;

// server/handlers/last-resort
export declare function answerFailure(exchange: Exchange, thrown: unknown): void;

// server/built-in-connectors
export declare const builtInConnectors: readonly [typeof HttpConnectorFactory, typeof HttpsConnectorFactory, typeof Http2ConnectorFactory, typeof Http2ClearTextConnectorFactory];

// server/built-in-connectors
export declare const builtInServers: readonly [typeof DefaultServerFactory, typeof SimpleServerFactory];

// server/engines/engine
export declare const defaultLimits: EngineLimits;

// server/handlers/fetch-handler
export declare function fetchHandler(handler: FetchRequestHandler): Handler;

// server/engines/node-handler
export declare function nodeHandler(handler: NodeRequestHandler): Handler;

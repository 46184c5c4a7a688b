export { builtInConnectors, builtInServers } from './built-in-connectors.js';
export { ConnectorFactory } from './connectors/connector-factory.js';
export type { Connector, ConnectorContext } from './connectors/connector-factory.js';
export { HttpConnectorFactory } from './connectors/http-connector-factory.js';
export { Http2ClearTextConnectorFactory, Http2ConnectorFactory, HttpsConnectorFactory } from './connectors/https-connector-factory.js';
export { DefaultServerFactory } from './default-server-factory.js';
export { defaultLimits } from './engines/engine.js';
export type {
  DrainReport,
  Engine,
  EngineLimits,
  FailureListener,
  ListenAddress,
  ListenOptions,
  Listener,
  TlsOptions,
} from './engines/engine.js';
export { InMemoryEngine } from './engines/in-memory-engine.js';
export type { InMemoryConversation } from './engines/in-memory-engine.js';
export type { InMemoryAnswer, InMemoryRequest } from './engines/in-memory-exchange.js';
export { ListenError } from './engines/listen.js';
export { PortConflictError } from './port-conflict-error.js';
export type { NodeNative } from './engines/node-exchange.js';
export { NodeHandlerError, nodeHandler } from './engines/node-handler.js';
export type { NodeRequestHandler } from './engines/node-handler.js';
export { NodeHttp2Engine } from './engines/node-http2-engine.js';
export { NodeHttpEngine } from './engines/node-http-engine.js';
export { fetchHandler } from './handlers/fetch-handler.js';
export type { FetchRequestHandler } from './handlers/fetch-handler.js';
export { GzipFactory } from './handlers/gzip-factory.js';
export { answerFailure } from './handlers/last-resort.js';
export type { ObservedRequest, RequestObserver, WaitingRequest } from './handlers/metered-handler.js';
export { RequestIdFactory } from './handlers/request-id-factory.js';
export { RequestLogFactory } from './request-log/request-log-factory.js';
export { RequestLog } from './request-log/request-log.js';
export type { RequestLogOptions } from './request-log/request-log.js';
export { ServerFactory, UnknownMethodError } from './server-factory.js';
export type { ServerParts } from './server-factory.js';
export { Server } from './server.js';
export { SimpleServerFactory } from './simple-server-factory.js';
export { KeyStoreError } from './tls/key-store.js';

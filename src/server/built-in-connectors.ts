import { HttpConnectorFactory } from './connectors/http-connector-factory.js';
import { Http2ClearTextConnectorFactory, Http2ConnectorFactory, HttpsConnectorFactory } from './connectors/https-connector-factory.js';
import { DefaultServerFactory } from './default-server-factory.js';
import { SimpleServerFactory } from './simple-server-factory.js';

/** The connectors that come with the framework, for the registry of subtypes. */
export const builtInConnectors = [
  HttpConnectorFactory,
  HttpsConnectorFactory,
  Http2ConnectorFactory,
  Http2ClearTextConnectorFactory,
] as const;

/** The servers that come with the framework, for the registry of subtypes. */
export const builtInServers = [DefaultServerFactory, SimpleServerFactory] as const;

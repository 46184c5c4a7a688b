import { resourcePrefix } from '../application/server-sections.js';
import { normalizedPrefix } from '../http/path-claims.js';
import { AppenderFactory } from '../logging/appenders/appender-factory.js';
import type { Appender } from '../logging/appenders/appender.js';
import type { ConnectorFactory } from '../server/connectors/connector-factory.js';
import { HttpConnectorFactory } from '../server/connectors/http-connector-factory.js';
import { DefaultServerFactory } from '../server/default-server-factory.js';
import type { ServerFactory } from '../server/server-factory.js';
import type { Server } from '../server/server.js';
import { SimpleServerFactory } from '../server/simple-server-factory.js';

/** Lets every connector take a free port on the loopback interface. */
export function takeFreePorts(server: ServerFactory): void {
  for (const connector of connectorsOf(server)) {
    if (!(connector instanceof HttpConnectorFactory)) continue;
    connector.port = 0;
    connector.bindHost = '127.0.0.1';
  }
}

/** Sends the lines of the request log to that appender only. */
export function captureRequests(server: ServerFactory, appender: Appender): void {
  if (server.requestLog.appenders.length > 0) server.requestLog.appenders = [new GivenAppenderFactory(appender)];
}

/** Where resources begin. */
export function applicationUrl({ applicationListeners }: Server, settings: ServerFactory): string {
  return `${reachable(applicationListeners[0]!.url)}${resourcePrefix(settings)}`;
}

/** Where the admin side begins. */
export function adminUrl({ adminListeners }: Server, settings: ServerFactory): string {
  const { adminContextPath = '/' } = settings as { readonly adminContextPath?: string };
  return `${reachable(adminListeners[0]!.url)}${normalizedPrefix(adminContextPath)}`;
}

class GivenAppenderFactory extends AppenderFactory {
  constructor(private readonly appender: Appender) {
    super();
  }

  override build(): Appender {
    return this.appender;
  }
}

function connectorsOf(server: ServerFactory): readonly ConnectorFactory[] {
  if (server instanceof DefaultServerFactory) return [...server.applicationConnectors, ...server.adminConnectors];
  return server instanceof SimpleServerFactory ? [server.connector] : [];
}

// "All addresses" is for listening, not for calling.
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

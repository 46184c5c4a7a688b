import { sendError } from '../http/error-reply.js';
import { mountTable } from '../http/mount-table.js';
import { Doc } from '../json/doc.js';
import { JsonProperty, JsonTypeName } from '../json/json-annotations.js';
import { listOf } from '../reflection/type-token.js';
import { Each, Valid } from '../validation/constraint-annotations.js';
import { NotEmpty, NotNull } from '../validation/presence-constraints.js';
import { ConnectorFactory } from './connectors/connector-factory.js';
import { HttpConnectorFactory } from './connectors/http-connector-factory.js';
import { refuseSharedPorts } from './port-conflict-error.js';
import { ServerFactory } from './server-factory.js';
import type { ServerParts } from './server-factory.js';
import { Server } from './server.js';

/** `type: default`: the application and the admin side on ports of their own, 8080 and 8081. */
@Doc('`type: default`: the application and the admin endpoints on separate ports, 8080 and 8081.')
@JsonTypeName('default')
export class DefaultServerFactory extends ServerFactory {
  @Doc('Where the application listens; one connector on port 8080 unless set.')
  @JsonProperty(listOf(ConnectorFactory))
  @Valid
  @NotEmpty
  @Each(NotNull)
  applicationConnectors: ConnectorFactory[] = [HttpConnectorFactory.onPort(8080)];

  @Doc('Where the admin endpoints listen; one connector on port 8081 unless set.')
  @JsonProperty(listOf(ConnectorFactory))
  @Valid
  @NotEmpty
  @Each(NotNull)
  adminConnectors: ConnectorFactory[] = [HttpConnectorFactory.onPort(8081)];

  @Doc('The path below which resources are served; a trailing `/*` is allowed. Assets and other handlers are not affected.')
  @JsonProperty
  @NotEmpty
  applicationContextPath: string = '/';

  @Doc('The path below which the admin endpoints are served.')
  @JsonProperty
  @NotEmpty
  adminContextPath: string = '/';

  build(parts: ServerParts): Server {
    refuseSharedPorts({ applicationConnectors: this.applicationConnectors, adminConnectors: this.adminConnectors });
    const application = this.applicationSide(parts);
    const admin = mountTable([{ path: this.adminContextPath, handler: this.adminSide(parts) }], (exchange) => sendError(exchange, 404));
    return new Server({
      application: this.applicationConnectors.map((connector) => this.opening(connector, application, parts, parts.observer)),
      admin: this.adminConnectors.map((connector) => this.opening(connector, admin, parts)),
      sharesConnectors: false,
      usesTls: [...this.applicationConnectors, ...this.adminConnectors].some(({ usesTls }) => usesTls),
      lifecycle: parts.lifecycle,
      openRequestLog: () => this.openRequestLog(parts),
      onStopping: () => parts.onStopping?.(),
      shutdownGracePeriod: this.shutdownGracePeriod,
      shutdownWaitPeriod: this.shutdownWaitPeriod,
    });
  }
}

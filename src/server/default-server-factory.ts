import { JsonProperty, JsonTypeName } from '../json/json-annotations.js';
import { listOf } from '../reflection/type-token.js';
import { Each, Valid } from '../validation/constraint-annotations.js';
import { NotEmpty, NotNull } from '../validation/presence-constraints.js';
import { ConnectorFactory } from './connectors/connector-factory.js';
import { HttpConnectorFactory } from './connectors/http-connector-factory.js';
import { ServerFactory } from './server-factory.js';
import type { ServerParts } from './server-factory.js';
import { Server } from './server.js';

/** `type: default`: the application and the admin side on ports of their own, 8080 and 8081. */
@JsonTypeName('default')
export class DefaultServerFactory extends ServerFactory {
  @JsonProperty(listOf(ConnectorFactory))
  @Valid
  @NotEmpty
  @Each(NotNull)
  applicationConnectors: ConnectorFactory[] = [HttpConnectorFactory.onPort(8080)];

  @JsonProperty(listOf(ConnectorFactory))
  @Valid
  @NotEmpty
  @Each(NotNull)
  adminConnectors: ConnectorFactory[] = [HttpConnectorFactory.onPort(8081)];

  @JsonProperty
  @NotEmpty
  applicationContextPath: string = '/';

  @JsonProperty
  @NotEmpty
  adminContextPath: string = '/';

  build(parts: ServerParts): Server {
    this.warnOfUnreachable(parts);
    const admin = ServerFactory.below(this.adminContextPath, parts.admin);
    return new Server({
      application: this.applicationConnectors.map((connector) => this.opening(connector, parts.application, parts, 'application')),
      admin: this.adminConnectors.map((connector) => this.opening(connector, admin, parts, 'admin')),
      sharesConnectors: false,
      lifecycle: parts.lifecycle,
      openRequestLog: () => this.openRequestLog(parts),
      onStopping: () => parts.onStopping?.(),
      shutdownGracePeriod: this.shutdownGracePeriod,
      shutdownWaitPeriod: this.shutdownWaitPeriod,
    });
  }
}

import type { Handler } from '../http/handler.js';
import { mountTable } from '../http/mount-table.js';
import { MountConflictError, pathConflicts } from '../http/path-claims.js';
import type { PathClaim } from '../http/path-claims.js';
import { Doc } from '../json/doc.js';
import { JsonProperty, JsonTypeName } from '../json/json-annotations.js';
import { Valid } from '../validation/constraint-annotations.js';
import { NotEmpty, NotNull } from '../validation/presence-constraints.js';
import { ConnectorFactory } from './connectors/connector-factory.js';
import { HttpConnectorFactory } from './connectors/http-connector-factory.js';
import { ServerFactory } from './server-factory.js';
import type { ServerParts } from './server-factory.js';
import { Server } from './server.js';

/** `type: simple`: one connector, the application and the admin side below paths of their own. */
@Doc('`type: simple`: one connector, with the application and the admin endpoints below separate paths.')
@JsonTypeName('simple')
export class SimpleServerFactory extends ServerFactory {
  @Doc('Where the service listens; port 8080 unless set.')
  @JsonProperty
  @Valid
  @NotNull
  connector: ConnectorFactory = HttpConnectorFactory.onPort(8080);

  @Doc('The path below which resources are served; a trailing `/*` is allowed. Assets and other handlers are not affected.')
  @JsonProperty
  @NotEmpty
  applicationContextPath: string = '/application';

  @Doc('The path below which the admin endpoints are served.')
  @JsonProperty
  @NotEmpty
  adminContextPath: string = '/admin';

  override get claims(): readonly PathClaim[] {
    return [{ path: this.adminContextPath, owner: 'the admin port (server.adminContextPath)', kind: 'mount' }];
  }

  build(parts: ServerParts): Server {
    const conflicts = pathConflicts([
      { path: this.applicationContextPath, owner: 'applicationContextPath', kind: 'mount' },
      { path: this.adminContextPath, owner: 'adminContextPath', kind: 'mount' },
    ]);
    if (conflicts.length > 0) throw new MountConflictError(conflicts);
    return new Server({
      application: [this.opening(this.connector, this.handlerOf(parts), parts, parts.observer)],
      admin: [],
      sharesConnectors: true,
      usesTls: this.connector.usesTls,
      lifecycle: parts.lifecycle,
      openRequestLog: () => this.openRequestLog(parts),
      onStopping: () => parts.onStopping?.(),
      shutdownGracePeriod: this.shutdownGracePeriod,
      shutdownWaitPeriod: this.shutdownWaitPeriod,
    });
  }

  /** Both sides are on the one port. */
  override handlerOf(parts: ServerParts): Handler {
    return mountTable([{ path: this.adminContextPath, handler: this.adminSide(parts) }], this.applicationSide(parts));
  }
}

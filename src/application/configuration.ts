import { AdminFactory } from '../admin/admin-factory.js';
import { HealthFactory } from '../health/health-factory.js';
import { JsonProperty } from '../json/json-annotations.js';
import { LoggingFactory } from '../logging/logging-factory.js';
import { MetricsFactory } from '../metrics/metrics-factory.js';
import { DefaultServerFactory } from '../server/default-server-factory.js';
import { ServerFactory } from '../server/server-factory.js';
import { Valid } from '../validation/constraint-annotations.js';
import { NotNull } from '../validation/presence-constraints.js';

/**
 * The keys that every service has; extend it by those of your own.
 *
 * @example
 * class HelloConfiguration extends Configuration {
 *   @JsonProperty @NotEmpty template: string = 'Hello, %s!';
 * }
 */
export class Configuration {
  /** The ports, and how requests are served. */
  @JsonProperty
  @Valid
  @NotNull
  server: ServerFactory = new DefaultServerFactory();

  /** Levels, and where lines go. */
  @JsonProperty
  @Valid
  @NotNull
  logging: LoggingFactory = new LoggingFactory();

  /** What is measured. */
  @JsonProperty
  @Valid
  @NotNull
  metrics: MetricsFactory = new MetricsFactory();

  /** How health checks are run, and how the event loop is watched. */
  @JsonProperty
  @Valid
  @NotNull
  health: HealthFactory = new HealthFactory();

  /** What the admin port offers. */
  @JsonProperty
  @Valid
  @NotNull
  admin: AdminFactory = new AdminFactory();
}

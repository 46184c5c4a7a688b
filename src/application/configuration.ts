import { AdminFactory } from '../admin/admin-factory.js';
import { HealthFactory } from '../health/health-factory.js';
import { Doc } from '../json/doc.js';
import { JsonProperty } from '../json/json-annotations.js';
import { LoggingFactory } from '../logging/logging-factory.js';
import { MetricsFactory } from '../metrics/metrics-factory.js';
import { OpenApiFactory } from '../openapi/openapi-factory.js';
import { AuthFactory } from '../security/auth-factory.js';
import { ServerFactory } from '../server/server-factory.js';
import { Valid } from '../validation/constraint-annotations.js';
import { NotNull } from '../validation/presence-constraints.js';
import { DefaultServerFactory } from './server-sections.js';

/**
 * The keys that every service has; extend it by those of your own.
 *
 * @example
 * class HelloConfiguration extends Configuration {
 *   @JsonProperty @NotEmpty template: string = 'Hello, %s!';
 * }
 */
@Doc('The top of every configuration; your own class adds to it.')
export class Configuration {
  @Doc('Ports, and how requests are handled.')
  @JsonProperty
  @Valid
  @NotNull
  server: ServerFactory = new DefaultServerFactory();

  @Doc('Log levels, and where log lines go.')
  @JsonProperty
  @Valid
  @NotNull
  logging: LoggingFactory = new LoggingFactory();

  @Doc('What is measured, and where it is reported.')
  @JsonProperty
  @Valid
  @NotNull
  metrics: MetricsFactory = new MetricsFactory();

  @Doc('How health checks are run, and how the event loop is monitored.')
  @JsonProperty
  @Valid
  @NotNull
  health: HealthFactory = new HealthFactory();

  @Doc('Who may call.')
  @JsonProperty
  @Valid
  @NotNull
  auth: AuthFactory = new AuthFactory();

  @Doc('What the admin port offers.')
  @JsonProperty
  @Valid
  @NotNull
  admin: AdminFactory = new AdminFactory();

  @Doc('The OpenAPI document of the resources.')
  @JsonProperty
  @Valid
  @NotNull
  openapi: OpenApiFactory = new OpenApiFactory();
}

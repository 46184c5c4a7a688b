import { Doc } from '../json/doc.js';
import { JsonProperty } from '../json/json-annotations.js';
import { listOf } from '../reflection/type-token.js';
import { Each, Valid } from '../validation/constraint-annotations.js';
import { NotEmpty, NotNull } from '../validation/presence-constraints.js';
import { Pattern } from '../validation/text-constraints.js';

/** One endpoint of the admin port; switched off it answers 404. */
@Doc('One endpoint of the admin port; if it is turned off, it answers 404.')
export class AdminEndpointFactory {
  @Doc('Whether the endpoint is there.')
  @JsonProperty
  enabled: boolean = true;
}

/** The `admin.tasks` block. */
@Doc('The `admin.tasks` section.')
export class TasksFactory extends AdminEndpointFactory {
  @Doc('Whether the answer of a failed task shows the stack trace; the log always does.')
  @JsonProperty
  printStackTraceOnError: boolean = false;
}

/** The `admin.auth` block: who may use the admin port. */
@Doc('The `admin.auth` section: who may use the admin port.')
export class AdminAuthFactory {
  @Doc('Whether the admin port asks for credentials, with the authenticators of the application; `/ping`, `/ready` and `/alive` never do.')
  @JsonProperty
  enabled: boolean = false;

  @Doc('One of these roles is needed; if the list is empty, any known caller is let in.')
  @JsonProperty(listOf(String))
  @NotNull
  @Each(NotEmpty)
  roles: string[] = [];
}

/** The `admin` block: what the admin port offers. */
@Doc('The `admin` section: what the admin port offers.')
export class AdminFactory {
  @Doc('`/healthcheck`: all health checks.')
  @JsonProperty
  @Valid
  @NotNull
  healthcheck: AdminEndpointFactory = new AdminEndpointFactory();

  @Doc('`/ready`: whether the service can take traffic.')
  @JsonProperty
  @Valid
  @NotNull
  ready: AdminEndpointFactory = new AdminEndpointFactory();

  @Doc('`/alive`: whether the service needs a restart.')
  @JsonProperty
  @Valid
  @NotNull
  alive: AdminEndpointFactory = new AdminEndpointFactory();

  @Doc('`/metrics`: all metrics.')
  @JsonProperty
  @Valid
  @NotNull
  metrics: AdminEndpointFactory = new AdminEndpointFactory();

  @Doc('`/ping`: a fixed answer.')
  @JsonProperty
  @Valid
  @NotNull
  ping: AdminEndpointFactory = new AdminEndpointFactory();

  @Doc('`/tasks/…`: the tasks.')
  @JsonProperty
  @Valid
  @NotNull
  tasks: TasksFactory = new TasksFactory();

  @Doc(
    'Host names, in addition to `localhost` and IP addresses, under which browsers may run tasks and change other things; without ports.',
  )
  @JsonProperty(listOf(String))
  @NotNull
  @Each(Pattern(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, { message: 'must be the name of a host, without a scheme or a port' }))
  allowedHosts: string[] = [];

  @Doc('Who may use the port.')
  @JsonProperty
  @Valid
  @NotNull
  auth: AdminAuthFactory = new AdminAuthFactory();

  @Doc('The page at `/` that links to the others.')
  @JsonProperty
  @Valid
  @NotNull
  menu: AdminEndpointFactory = new AdminEndpointFactory();
}

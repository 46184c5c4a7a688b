import { JsonProperty } from '../json/json-annotations.js';
import { listOf } from '../reflection/type-token.js';
import { Each, Valid } from '../validation/constraint-annotations.js';
import { NotNull } from '../validation/presence-constraints.js';
import { Pattern } from '../validation/text-constraints.js';

/** One endpoint of the admin port; switched off it answers 404. */
export class AdminEndpointFactory {
  @JsonProperty
  enabled: boolean = true;
}

/** The `admin.tasks` block. */
export class TasksFactory extends AdminEndpointFactory {
  /** Whether the answer to a failed task shows the stack trace; the log always does. */
  @JsonProperty
  printStackTraceOnError: boolean = false;
}

/** The `admin` block: what the admin port offers. */
export class AdminFactory {
  @JsonProperty
  @Valid
  @NotNull
  healthcheck: AdminEndpointFactory = new AdminEndpointFactory();

  @JsonProperty
  @Valid
  @NotNull
  ready: AdminEndpointFactory = new AdminEndpointFactory();

  @JsonProperty
  @Valid
  @NotNull
  alive: AdminEndpointFactory = new AdminEndpointFactory();

  @JsonProperty
  @Valid
  @NotNull
  metrics: AdminEndpointFactory = new AdminEndpointFactory();

  @JsonProperty
  @Valid
  @NotNull
  ping: AdminEndpointFactory = new AdminEndpointFactory();

  @JsonProperty
  @Valid
  @NotNull
  tasks: TasksFactory = new TasksFactory();

  /** Names, beside `localhost` and IP addresses, under which browsers may run tasks and change other things; without ports. */
  @JsonProperty(listOf(String))
  @NotNull
  @Each(Pattern(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, { message: 'must be the name of a host, without a scheme or a port' }))
  allowedHosts: string[] = [];

  /** The page at `/` that lists the others. */
  @JsonProperty
  @Valid
  @NotNull
  menu: AdminEndpointFactory = new AdminEndpointFactory();
}

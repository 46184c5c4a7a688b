import { Doc } from '../json/doc.js';
import { JsonProperty } from '../json/json-annotations.js';
import { MinDuration } from '../validation/amount-constraints.js';
import { Valid } from '../validation/constraint-annotations.js';
import { NotNull } from '../validation/presence-constraints.js';
import { Duration } from '../values/duration.js';
import { DeadlockHealthCheck } from './deadlock-health-check.js';
import type { HealthCheckRegistry } from './health-check-registry.js';

/** The `health.deadlocks` block: the watch over the event loop. */
@Doc('The `health.deadlocks` section: the monitoring of the event loop.')
export class DeadlocksFactory {
  @Doc('Whether the event loop is monitored.')
  @JsonProperty
  enabled: boolean = true;

  @Doc('How long the event loop may be blocked.')
  @JsonProperty
  @NotNull
  @MinDuration('100 ms')
  threshold: Duration = Duration.seconds(5);

  @Doc('How long it must have been free again before the check is healthy.')
  @JsonProperty
  @NotNull
  recovery: Duration = Duration.seconds(30);

  @Doc('Whether readiness and liveness fail with the check.')
  @JsonProperty
  critical: boolean = false;
}

/** The `health` block: how health checks are run. */
@Doc('The `health` section: how health checks are run.')
export class HealthFactory {
  @Doc('How long a check may take before it counts as unhealthy.')
  @JsonProperty
  @NotNull
  @MinDuration('1 ms')
  timeout: Duration = Duration.seconds(5);

  @Doc('How long results are reused while probes arrive in quick succession.')
  @JsonProperty
  @NotNull
  cacheFor: Duration = Duration.milliseconds(100);

  @Doc('The monitoring of the event loop.')
  @JsonProperty
  @Valid
  @NotNull
  deadlocks: DeadlocksFactory = new DeadlocksFactory();

  /** Sets the registry's limits and registers `deadlocks`, unless that is switched off; it is to be started and stopped with the service. */
  configure(registry: HealthCheckRegistry): DeadlockHealthCheck | undefined {
    const { timeout, cacheFor, deadlocks } = this;
    registry.configure({ timeout, cacheFor });
    if (!deadlocks.enabled) return undefined;
    const check = new DeadlockHealthCheck({ threshold: deadlocks.threshold, recovery: deadlocks.recovery });
    registry.register('deadlocks', check, { critical: deadlocks.critical, type: 'alive' });
    return check;
  }
}

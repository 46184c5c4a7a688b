import { JsonProperty } from '../json/json-annotations.js';
import { MinDuration } from '../validation/amount-constraints.js';
import { Valid } from '../validation/constraint-annotations.js';
import { NotNull } from '../validation/presence-constraints.js';
import { Duration } from '../values/duration.js';
import { DeadlockHealthCheck } from './deadlock-health-check.js';
import type { HealthCheckRegistry } from './health-check-registry.js';

/** The `health.deadlocks` block: the watch over the event loop. */
export class DeadlocksFactory {
  @JsonProperty
  enabled: boolean = true;

  /** How long the event loop may stand still. */
  @JsonProperty
  @NotNull
  @MinDuration('100 ms')
  threshold: Duration = Duration.seconds(5);

  /** How long it must have been free again before the check is healthy. */
  @JsonProperty
  @NotNull
  recovery: Duration = Duration.seconds(30);

  /** Whether readiness and liveness fail with it. */
  @JsonProperty
  critical: boolean = false;
}

/** The `health` block: how health checks are run. */
export class HealthFactory {
  /** How long a check may take before it counts as unhealthy. */
  @JsonProperty
  @NotNull
  @MinDuration('1 ms')
  timeout: Duration = Duration.seconds(5);

  /** How old an answer from memory may be while probes come in floods. */
  @JsonProperty
  @NotNull
  cacheFor: Duration = Duration.milliseconds(100);

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

import { JsonProperty } from '../json/json-annotations.js';
import { MinDuration } from '../validation/amount-constraints.js';
import { Valid } from '../validation/constraint-annotations.js';
import { NotNull } from '../validation/presence-constraints.js';
import { Duration } from '../values/duration.js';
import { DeadlockHealthCheck } from './deadlock-health-check.js';
import { HealthCheckRegistry } from './health-check-registry.js';
import type { StallDestination } from './stall-report.js';

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

  /** The registry, with `deadlocks` in it unless it is switched off. */
  build(destinations: readonly StallDestination[]): BuiltHealth {
    const { timeout, cacheFor, deadlocks } = this;
    const registry = new HealthCheckRegistry({ timeout, cacheFor });
    if (!deadlocks.enabled) return { registry, deadlocks: undefined };
    const check = new DeadlockHealthCheck({ threshold: deadlocks.threshold, recovery: deadlocks.recovery, destinations });
    registry.register('deadlocks', check, { critical: deadlocks.critical, type: 'alive' });
    return { registry, deadlocks: check };
  }
}

/** What the `health` block builds. */
export interface BuiltHealth {
  readonly registry: HealthCheckRegistry;
  /** To be started and stopped with the service. */
  readonly deadlocks: DeadlockHealthCheck | undefined;
}

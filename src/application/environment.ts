import { HealthCheckRegistry } from '../health/health-check-registry.js';
import { MetricRegistry } from '../metrics/metric-registry.js';
import type { Validator } from '../validation/validator.js';

/** What a service is made of; bundles and the application fill it in their `run`. */
export class Environment {
  /** The application's name. */
  readonly name: string;
  readonly healthChecks: HealthCheckRegistry;
  readonly metrics: MetricRegistry;
  readonly validator: Validator;

  constructor(parts: EnvironmentParts) {
    this.name = parts.name;
    this.healthChecks = parts.healthChecks;
    this.metrics = parts.metrics;
    this.validator = parts.validator;
  }
}

export interface EnvironmentParts {
  readonly name: string;
  readonly healthChecks: HealthCheckRegistry;
  readonly metrics: MetricRegistry;
  readonly validator: Validator;
}

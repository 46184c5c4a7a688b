export { DeadlockHealthCheck } from './deadlock-health-check.js';
export type { DeadlockHealthCheckSettings } from './deadlock-health-check.js';
export { DeadlocksFactory, HealthFactory } from './health-factory.js';
export { HealthCheck, HealthResult } from './health-check.js';
export type { HealthCheckFunction } from './health-check.js';
export { HealthCheckNameError } from './health-check-name.js';
export { allHealthy, HealthCheckRegistry } from './health-check-registry.js';
export type { HealthCheckRegistrySettings, HealthResults } from './health-check-registry.js';
export type { HealthCheckOptions, HealthCheckType } from './registered-check.js';

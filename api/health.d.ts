// health/deadlock-health-check
export declare class DeadlockHealthCheck extends HealthCheck {
  constructor(settings?: DeadlockHealthCheckSettings);
  get stalls(): number;
  start(): void;
  stop(): Promise<void>;
  check(): HealthResult;
}

// health/deadlock-health-check
export interface DeadlockHealthCheckSettings {
  readonly threshold?: Duration | string;
  readonly recovery?: Duration | string;
}

// health/health-factory
export declare class DeadlocksFactory {
  enabled: boolean;
  threshold: Duration;
  recovery: Duration;
  critical: boolean;
}

// health/health-check
export declare abstract class HealthCheck {
  abstract check(signal: AbortSignal): HealthResult | Promise<HealthResult>;
}

// health/health-check
export type HealthCheckFunction = (signal: AbortSignal) => unknown;

// health/health-check-name
export declare class HealthCheckNameError extends Error {
  readonly name = "HealthCheckNameError";
  readonly code = "KEELSON_HEALTH_CHECK_NAME";
  constructor(refused: string);
}

// health/registered-check
export interface HealthCheckOptions {
  readonly critical?: boolean;
  readonly type?: HealthCheckType;
}

// health/health-check-registry
export declare class HealthCheckRegistry {
  constructor(settings?: HealthCheckRegistrySettings);
  configure({ timeout, cacheFor }: HealthCheckRegistrySettings): void;
  register(name: string, check: HealthCheck | HealthCheckFunction, options?: HealthCheckOptions): void;
  replace(name: string, check: HealthCheck | HealthCheckFunction, options?: HealthCheckOptions): void;
  unregister(name: string): void;
  close(): void;
  get names(): readonly string[];
  all(): Promise<HealthResults>;
  forget(): void;
  ready(): Promise<HealthResults>;
  alive(): Promise<HealthResults>;
  refuseTraffic(reason: string): void;
  acceptTraffic(): void;
}

// health/health-check-registry
export interface HealthCheckRegistrySettings {
  readonly timeout?: Duration | string;
  readonly cacheFor?: Duration | string;
}

// health/registered-check
export type HealthCheckType = 'ready' | 'alive';

// health/health-factory
export declare class HealthFactory {
  timeout: Duration;
  cacheFor: Duration;
  deadlocks: DeadlocksFactory;
  configure(registry: HealthCheckRegistry): DeadlockHealthCheck | undefined;
}

// health/health-check
export type HealthResult = {
  readonly healthy: true;
  readonly message?: string;
} | {
  readonly healthy: false;
  readonly message: string;
  readonly error?: Error;
};
export declare const HealthResult: {
  readonly healthy: (message?: string) => HealthResult;
  readonly unhealthy: (reason: string | Error, error?: Error) => HealthResult;
};

// health/health-check-registry
export type HealthResults = ReadonlyMap<string, HealthResult>;

// health/worker-file
export declare class WorkerFileError extends Error {
  readonly name = "WorkerFileError";
  readonly code = "KEELSON_WORKER_FILE";
  constructor(file: string);
}

// health/health-check-registry
export declare function allHealthy(results: HealthResults): boolean;

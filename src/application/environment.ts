import { AdminRegistry } from '../admin/admin-registry.js';
import type { HealthCheckRegistry } from '../health/health-check-registry.js';
import { PortRegistry } from '../http/port-registry.js';
import type { JsonMapper } from '../json/json-mapper.js';
import { machineClock } from '../lifecycle/clock.js';
import type { Clock } from '../lifecycle/clock.js';
import { Lifecycle } from '../lifecycle/lifecycle.js';
import type { MetricRegistry } from '../metrics/metric-registry.js';
import { TopicRegistry } from '../resources/events/topic-registry.js';
import { ResourceRegistry } from '../resources/resource-registry.js';
import { AuthRegistry } from '../security/auth-registry.js';
import type { Server } from '../server/server.js';
import type { Validator } from '../validation/validator.js';

/** What a service is made of; bundles and the application fill it in their `run`. */
export class Environment {
  /** The application's name. */
  readonly name: string;
  /** The application port: resources, filters, exception mappers, body readers and writers. */
  readonly resources: ResourceRegistry;
  /** Who may call: the authenticators. */
  readonly auth: AuthRegistry;
  /** The admin port: tasks, and endpoints of your own. */
  readonly admin: AdminRegistry;
  readonly healthChecks: HealthCheckRegistry;
  readonly metrics: MetricRegistry;
  /** What is started before the ports open and stopped after they were closed. */
  readonly lifecycle: Lifecycle;
  /** The time, as schedules and the request log see it; stands still in tests that say so. */
  readonly clock: Clock;
  readonly mapper: JsonMapper;
  readonly validator: Validator;
  /** The application port beside its resources: wraps around everything, and handlers with paths of their own. */
  readonly application = new PortRegistry('environment.application');
  /** Server-sent events for any number of clients. */
  readonly topics: TopicRegistry;
  private readonly startListeners: StartListener[] = [];

  constructor(parts: EnvironmentParts) {
    this.name = parts.name;
    this.clock = parts.clock ?? machineClock;
    this.lifecycle = new Lifecycle(undefined, this.clock);
    this.healthChecks = parts.healthChecks;
    this.metrics = parts.metrics;
    this.mapper = parts.mapper;
    this.validator = parts.validator;
    this.resources = new ResourceRegistry({ mapper: parts.mapper, validator: parts.validator, metrics: parts.metrics });
    this.topics = new TopicRegistry(parts.mapper, parts.metrics);
    this.auth = new AuthRegistry({ metrics: parts.metrics, elapsed: () => this.clock.elapsed() });
    this.admin = new AdminRegistry({ health: parts.healthChecks, metrics: parts.metrics });
  }

  /** @deprecated It is `environment.application` now. */
  get handlers(): never {
    throw new TypeError('environment.handlers.mount(path, owner, handler) is environment.application.mount(path, handler, { title }) now');
  }

  /**
   * Calls back once everything has started and the ports are open; what fails there ends the service.
   *
   * @example environment.whenStarted((server) => log.info('try %s/hello', server.applicationListeners[0]?.url))
   */
  whenStarted(listener: StartListener): void {
    this.startListeners.push(listener);
  }

  /** Calls the start listeners, one after the other. */
  async tellStarted(server: Server): Promise<void> {
    for (const listener of this.startListeners) await listener(server);
  }
}

/** Told that the service has started; the server knows the ports that were really taken. */
export type StartListener = (server: Server) => void | Promise<void>;

/** What an environment is made from: the name of the application, and what `Bootstrap` holds. */
export interface EnvironmentParts {
  readonly name: string;
  readonly healthChecks: HealthCheckRegistry;
  readonly metrics: MetricRegistry;
  readonly mapper: JsonMapper;
  readonly validator: Validator;
  /** The machine's clock by default. */
  readonly clock?: Clock;
}

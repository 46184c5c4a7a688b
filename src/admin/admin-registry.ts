import type { HealthCheckRegistry } from '../health/health-check-registry.js';
import { answerError } from '../http/error-reply.js';
import type { Handler, Wrap } from '../http/handler.js';
import { MountConflictError, pathConflicts } from '../http/path-claims.js';
import type { PathClaim } from '../http/path-claims.js';
import { guardedWraps, pipeline } from '../http/pipeline.js';
import type { ErrorHandler } from '../http/pipeline.js';
import { portHandler } from '../http/port-handler.js';
import type { PortParts } from '../http/port-handler.js';
import { PortRegistry } from '../http/port-registry.js';
import type { MountOptions } from '../http/port-registry.js';
import { NotFoundException } from '../http/web-application-exception.js';
import { getLogger } from '../logging/get-logger.js';
import { instrumentOf } from '../metrics/method-instrument.js';
import type { MetricRegistry } from '../metrics/metric-registry.js';
import { NameTakenError, RegisteredTooLateError } from '../values/registration-errors.js';
import { AdminFactory } from './admin-factory.js';
import type { AdminEndpointFactory } from './admin-factory.js';
import { browserGuard } from './browser-guard.js';
import { aliveEndpoint, healthCheckEndpoint, readyEndpoint } from './health-endpoints.js';
import { menuPage } from './menu-page.js';
import type { MenuEntry } from './menu-page.js';
import { metricsEndpoint } from './metrics-endpoint.js';
import { readOnly, sendText } from './plain-replies.js';
import { taskEndpoint } from './task-endpoint.js';
import type { RunnableTask } from './task-endpoint.js';
import { GarbageCollectionTask } from './tasks/gc-task.js';
import { LogLevelTask } from './tasks/log-level-task.js';
import { checkTaskName, Task } from './tasks/task.js';
import type { PostBodyTask, TaskFunction } from './tasks/task.js';

const logger = getLogger('keelson.admin');

/** What the admin port shows beside its tasks. */
export interface AdminParts {
  readonly health: HealthCheckRegistry;
  readonly metrics: MetricRegistry;
}

/**
 * Collects what the admin port has: tasks, handlers of the service's own, and wraps around everything.
 *
 * @example environment.admin.addTask('clear-cache', (parameters, output) => { cache.clear(); output.println('cleared'); });
 */
export class AdminRegistry {
  private readonly tasks = new Map<string, Task | PostBodyTask | TaskFunction>();
  private readonly registered = new PortRegistry('environment.admin');
  private closed = false;

  constructor(private readonly parts: AdminParts) {
    this.addTask(new GarbageCollectionTask());
    this.addTask(new LogLevelTask());
  }

  /** Adds a task; refuses a second one of the same name. */
  addTask(task: Task | PostBodyTask): void;
  addTask(name: string, task: TaskFunction): void;
  addTask(...args: TaskArguments): void {
    const { name, task } = namedTask(args);
    if (this.tasks.has(name)) {
      throw new NameTakenError('task', name, 'give one of them another name, or replace the first with admin.replaceTask()');
    }
    this.setTask(name, task);
  }

  /** Adds a task in place of the one of that name, if there is one; built-in tasks can be replaced too. */
  replaceTask(task: Task | PostBodyTask): void;
  replaceTask(name: string, task: TaskFunction): void;
  replaceTask(...args: TaskArguments): void {
    const { name, task } = namedTask(args);
    this.setTask(name, task);
  }

  /** Puts something around everything on the admin port, such as authentication; the first wrap registered is the outermost. */
  wrap(name: string, wrap: Wrap): this {
    this.registered.wrap(name, wrap);
    return this;
  }

  /** Leaves a path and everything below it to a handler of the service's own; the title is its line in the menu. */
  mount(path: string, handler: Handler, options?: MountOptions): this {
    this.registered.mount(path, handler, options);
    return this;
  }

  /** @deprecated It is `mount(path, handler, { title })` now. */
  addEndpoint(): never {
    throw new TypeError('environment.admin.addEndpoint(path, title, handler) is environment.admin.mount(path, handler, { title }) now');
  }

  /** The whole port, once all is registered; what the settings switch off answers 404. Two handlers of one path are refused. */
  port(settings: AdminFactory = new AdminFactory()): PortParts {
    this.close();
    const conflicts = this.conflicts(settings);
    if (conflicts.length > 0) throw new MountConflictError(conflicts);
    const mounts: AdminMount[] = [...this.builtIn(settings), ...this.registered.mounts];
    if (settings.menu.enabled && !mounts.some(({ path }) => path === '/'))
      mounts.push({ path: '/', title: 'Menu', handler: exactly(menuPage([...mounts])) });
    return {
      handler: portHandler(mounts, fail),
      wraps: [{ name: 'browser-guard', wrap: browserGuard(settings.allowedHosts) }, ...this.registered.wraps],
      fail,
      nodeMounts: this.registered.nodeMounts,
    };
  }

  /** The port as one handler. */
  handler(settings?: AdminFactory): Handler {
    const { wraps, handler } = this.port(settings);
    return pipeline(guardedWraps(wraps, fail), handler);
  }

  /** A sentence for each path that two handlers want. */
  conflicts(settings: AdminFactory): readonly string[] {
    const builtIn = this.builtIn(settings).map(({ path, title }): PathClaim => ({
      path,
      owner: `the admin port's ${title}`,
      kind: 'mount',
    }));
    return pathConflicts([...builtIn, ...this.registered.claims]);
  }

  /** From here on nothing can be added. */
  close(): void {
    this.closed = true;
    this.registered.close();
  }

  /** Tells the log what there is, and warns where nothing would ever be found unhealthy. */
  logSummary(settings: AdminFactory = new AdminFactory()): void {
    if (settings.tasks.enabled) logger.info('tasks =\n\n%s', this.taskLines());
    const { names } = this.parts.health;
    logger.debug('health checks = [%s]', names.join(', '));
    if (names.every((name) => name === 'deadlocks')) logger.warn(noHealthChecks);
  }

  private setTask(name: string, task: Task | PostBodyTask | TaskFunction): void {
    if (this.closed) throw new RegisteredTooLateError('task', name);
    checkTaskName(name);
    this.tasks.set(name, task);
  }

  private builtIn(settings: AdminFactory): readonly AdminMount[] {
    const { health, metrics } = this.parts;
    const endpoints: readonly (AdminMount & { readonly settings: AdminEndpointFactory })[] = [
      { path: '/metrics', title: 'Metrics', settings: settings.metrics, handler: exactly(metricsEndpoint(metrics)) },
      { path: '/ping', title: 'Ping', settings: settings.ping, handler: exactly(ping) },
      { path: '/healthcheck', title: 'Healthcheck', settings: settings.healthcheck, handler: exactly(healthCheckEndpoint(health)) },
      { path: '/ready', title: 'Ready', settings: settings.ready, handler: exactly(readyEndpoint(health)) },
      { path: '/alive', title: 'Alive', settings: settings.alive, handler: exactly(aliveEndpoint(health)) },
      { path: '/tasks', title: 'Tasks', settings: settings.tasks, handler: taskEndpoint(this.runnableTasks(), settings.tasks) },
    ];
    return endpoints.filter((endpoint) => endpoint.settings.enabled);
  }

  private taskLines(): string {
    return [...this.tasks]
      .map(([name, task]) => `    POST    /tasks/${name} (${typeof task === 'function' ? 'function' : task.constructor.name})\n`)
      .join('');
  }

  private runnableTasks(): ReadonlyMap<string, RunnableTask> {
    return new Map([...this.tasks].map(([name, task]) => [name, this.thenForgetHealth(this.runnable(task))]));
  }

  /** A task is how operators change the state of a service: whoever asks for its health afterwards is not told how it was before. */
  private thenForgetHealth(task: RunnableTask): RunnableTask {
    return {
      takesBody: task.takesBody,
      run: async (...call) => {
        try {
          await task.run(...call);
        } finally {
          this.parts.health.forget();
        }
      },
    };
  }

  private runnable(task: Task | PostBodyTask | TaskFunction): RunnableTask {
    if (typeof task === 'function') return { takesBody: false, run: (parameters, _body, output) => task(parameters, output) };
    const plain: RunnableTask['run'] =
      task instanceof Task
        ? (parameters, _body, output) => task.execute(parameters, output)
        : (parameters, body, output) => task.execute(parameters, body, output);
    // An object's constructor is its class.
    const instrument = instrumentOf(task.constructor as typeof Task, 'execute', this.parts.metrics);
    return { takesBody: !(task instanceof Task), run: instrument?.around(plain) ?? plain };
  }
}

type TaskArguments = readonly [Task | PostBodyTask] | readonly [string, TaskFunction];

function namedTask(args: TaskArguments): { readonly name: string; readonly task: Task | PostBodyTask | TaskFunction } {
  return args.length === 1 ? { name: args[0].name, task: args[0] } : { name: args[0], task: args[1] };
}

interface AdminMount extends MenuEntry {
  readonly handler: Handler;
}

const noHealthChecks =
  'No health check is registered beside deadlocks: this service will be called healthy whatever happens to the things it depends on. ' +
  'Register one for each of them with environment.healthChecks.register(name, check)';

const fail: ErrorHandler = (exchange, thrown) => answerError(exchange, thrown, { log: logger });

const ping: Handler = (exchange) => sendText(exchange, 200, 'pong\n');

/** An endpoint that is read and has nothing below its path. */
function exactly(handler: Handler): Handler {
  const read = readOnly(handler);
  return (exchange) => {
    if (exchange.path !== '/') throw new NotFoundException();
    return read(exchange);
  };
}

// admin/admin-factory
export declare class AdminAuthFactory {
  enabled: boolean;
  roles: string[];
}

// admin/admin-factory
export declare class AdminEndpointFactory {
  enabled: boolean;
}

// admin/admin-factory
export declare class AdminFactory {
  healthcheck: AdminEndpointFactory;
  ready: AdminEndpointFactory;
  alive: AdminEndpointFactory;
  metrics: AdminEndpointFactory;
  ping: AdminEndpointFactory;
  tasks: TasksFactory;
  allowedHosts: string[];
  auth: AdminAuthFactory;
  menu: AdminEndpointFactory;
}

// admin/admin-registry
export interface AdminParts {
  readonly health: HealthCheckRegistry;
  readonly metrics: MetricRegistry;
}

// admin/admin-registry
export declare class AdminRegistry {
  constructor(parts: AdminParts);
  addTask(task: Task | PostBodyTask): void;
  addTask(name: string, task: TaskFunction): void;
  replaceTask(task: Task | PostBodyTask): void;
  replaceTask(name: string, task: TaskFunction): void;
  wrap(name: string, wrap: Wrap): this;
  mount(path: string, handler: Handler, options?: MountOptions): this;
  addEndpoint(): never;
  port(settings?: AdminFactory): PortParts;
  handler(settings?: AdminFactory): Handler;
  conflicts(settings: AdminFactory): readonly string[];
  close(): void;
  logSummary(settings?: AdminFactory): void;
}

// admin/tasks/gc-task
export declare class GarbageCollectionTask extends Task {
  constructor(collect?: () => void);
  execute(parameters: URLSearchParams, output: TaskOutput): Promise<void>;
}

// admin/tasks/log-level-task
export declare class LogLevelTask extends Task {
  constructor(loggers?: Pick<LoggerTree, 'setLevel'>);
  execute(parameters: URLSearchParams, output: TaskOutput): void;
}

// admin/tasks/task
export declare abstract class PostBodyTask {
  readonly name: string;
  constructor(name: string);
  abstract execute(parameters: URLSearchParams, body: string, output: TaskOutput): void | Promise<void>;
}

// admin/tasks/task
export declare abstract class Task {
  readonly name: string;
  constructor(name: string);
  abstract execute(parameters: URLSearchParams, output: TaskOutput): void | Promise<void>;
}

// admin/tasks/task
export type TaskFunction = (parameters: URLSearchParams, output: TaskOutput) => void | Promise<void>;

// admin/tasks/task
export declare class TaskNameError extends Error {
  readonly taskName: string;
  readonly name = "TaskNameError";
  readonly code = "KEELSON_TASK_NAME";
  constructor(taskName: string);
}

// admin/tasks/task-output
export declare class TaskOutput {
  readonly signal: AbortSignal;
  constructor(signal: AbortSignal);
  println(line?: string): void;
  print(text: string): void;
  flush(): Promise<void>;
  get opened(): Promise<void>;
  get flushed(): boolean;
  end(): void;
  take(): string;
  pieces(): AsyncIterable<string>;
}

// admin/admin-factory
export declare class TasksFactory extends AdminEndpointFactory {
  printStackTraceOnError: boolean;
}

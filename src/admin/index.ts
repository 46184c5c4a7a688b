export { AdminAuthFactory, AdminEndpointFactory, AdminFactory, TasksFactory } from './admin-factory.js';
export { AdminRegistry } from './admin-registry.js';
export type { AdminParts } from './admin-registry.js';
export { GarbageCollectionTask } from './tasks/gc-task.js';
export { LogLevelTask } from './tasks/log-level-task.js';
export { PostBodyTask, Task, TaskNameError } from './tasks/task.js';
export type { TaskFunction } from './tasks/task.js';
export { TaskOutput } from './tasks/task-output.js';

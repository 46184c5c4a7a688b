import type { TaskOutput } from './task-output.js';

/**
 * Something to be done at run time, at the request of whoever may reach the admin port: `POST /tasks/NAME`.
 *
 * What it throws answers with 500 and the message; a WebApplicationException with its own status.
 *
 * @example class ClearCache extends Task { constructor() { super('clear-cache'); } override execute() { cache.clear(); } }
 */
export abstract class Task {
  constructor(readonly name: string) {
    checkTaskName(name);
  }

  /** Parameters come from the query and the form together, each value in the order given. */
  abstract execute(parameters: URLSearchParams, output: TaskOutput): void | Promise<void>;
}

/** A task that reads the request's body itself, as text; parameters come from the query alone. */
export abstract class PostBodyTask {
  constructor(readonly name: string) {
    checkTaskName(name);
  }

  abstract execute(parameters: URLSearchParams, body: string, output: TaskOutput): void | Promise<void>;
}

/** A task as a function. */
export type TaskFunction = (parameters: URLSearchParams, output: TaskOutput) => void | Promise<void>;

/** A task's name cannot be part of a path. */
export class TaskNameError extends Error {
  override readonly name = 'TaskNameError';
  readonly code = 'KEELSON_TASK_NAME';
  constructor(readonly taskName: string) {
    super(`${JSON.stringify(taskName)} cannot be the name of a task; use letters, digits, "-", "_" and "."`);
  }
}

export function checkTaskName(name: unknown): void {
  if (typeof name !== 'string' || !/^\w[\w.-]*$/.test(name)) throw new TaskNameError(String(name));
}

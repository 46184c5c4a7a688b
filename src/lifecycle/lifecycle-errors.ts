/** Something was given to `lifecycle.manage` after the start had begun. */
export class LifecycleError extends Error {
  override readonly name = 'LifecycleError';
  readonly code = 'KEELSON_LIFECYCLE_STARTED';
  constructor(thing: string) {
    super(`${thing} cannot be managed: the service has already started. Manage it in run(), or start and stop it yourself`);
  }
}

/** `lifecycle.start()` was called twice, or after a stop. */
export class LifecycleStateError extends Error {
  override readonly name = 'LifecycleStateError';
  readonly code = 'KEELSON_LIFECYCLE_STATE';
  constructor(state: string) {
    super(`The lifecycle cannot start: it is already ${state}. Create a new one to start again`);
  }
}

/** A schedule or a pool was given a number that it cannot work with. */
export class LifecycleSettingError extends RangeError {
  override readonly name = 'LifecycleSettingError';
  readonly code = 'KEELSON_LIFECYCLE_SETTING';
}

/** The service was told to stop before it had finished starting; the reason of the signal that `start(signal)` gets. */
export class StartInterruptedError extends Error {
  override readonly name = 'StartInterruptedError';
  readonly code = 'KEELSON_START_INTERRUPTED';
  constructor() {
    super('The service was told to stop before it had finished starting');
  }
}

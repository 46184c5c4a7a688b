/** Two things of one kind were registered under the same name. */
export class NameTakenError extends Error {
  override readonly name = 'NameTakenError';
  readonly code = 'KEELSON_NAME_TAKEN';

  /** @param fix what to do about it: "give one of them another name, or call replace() to replace the first" */
  constructor(kind: string, taken: string, fix: string) {
    super(`There is already a ${kind} named "${taken}"; ${fix}`);
  }
}

/** Something was registered after the service had started, when it would have no effect. */
export class RegisteredTooLateError extends Error {
  override readonly name = 'RegisteredTooLateError';
  readonly code = 'KEELSON_REGISTERED_TOO_LATE';
  constructor(kind: string, late: string) {
    super(
      `The ${kind} "${late}" cannot be registered: the service has already started. Register it in run() of the application or a bundle`,
    );
  }
}

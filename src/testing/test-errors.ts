/** A service under test was asked for something that it cannot do now. */
export class TestServiceError extends Error {
  override readonly name = 'TestServiceError';
  readonly code = 'KEELSON_TEST_SERVICE';
  constructor(application: string, why: string) {
    super(`The service under test, ${application}, ${why}`);
  }
}

/** A service under test was stopped and left something open. */
export class TestLeakError extends Error {
  override readonly name = 'TestLeakError';
  readonly code = 'KEELSON_TEST_LEAK';
  constructor(
    application: string,
    readonly leaks: readonly string[],
  ) {
    super(
      `${application} was stopped, but these are still open:\n${leaks.map((leak) => `  ${leak}\n`).join('')}` +
        'Close them in the stop() of something that is given to environment.lifecycle.manage()',
    );
  }
}

/** An answer did not come in time, or is not what the test took it for. */
export class TestAnswerError extends Error {
  override readonly name = 'TestAnswerError';
  readonly code = 'KEELSON_TEST_ANSWER';
}

/** A test uses the kit in a way that cannot work: a path without "/", a fixture that does not exist, a time that cannot be read. */
export class TestUsageError extends Error {
  override readonly name = 'TestUsageError';
  readonly code = 'KEELSON_TEST_USAGE';
}

/** Something was registered after the resources were compiled, so that it could never answer. */
export class RegistrationClosedError extends Error {
  override readonly name = 'RegistrationClosedError';
  readonly code = 'KEELSON_REGISTRATION_CLOSED';

  constructor(
    readonly verb: string,
    readonly component: string,
  ) {
    super(
      `resources.${verb}(${component}) came after the start, when the resources were already compiled; call it in the application's or a bundle's run`,
    );
  }
}

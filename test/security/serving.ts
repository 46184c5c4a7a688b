import { Application, Configuration } from '../../src/index.js';
import type { Environment } from '../../src/index.js';
import type { AuthFactory } from '../../src/security/index.js';
import { ApplicationTest } from '../../src/testing/index.js';
import type { ManualClock } from '../../src/testing/index.js';

/** Starts an application that registers what the function does, and stops it after the work. */
export async function serving(
  fill: (environment: Environment) => void,
  work: (service: ApplicationTest) => Promise<void>,
  { auth, clock }: { readonly auth?: (auth: AuthFactory) => void; readonly clock?: ManualClock } = {},
): Promise<void> {
  const configuration = new Configuration();
  auth?.(configuration.auth);
  const service = new ApplicationTest(new FilledApplication(fill), { configuration, ...(clock === undefined ? {} : { clock }) });
  await service.start();
  try {
    await work(service);
  } finally {
    await service.stop();
  }
}

class FilledApplication extends Application {
  constructor(private readonly fill: (environment: Environment) => void) {
    super();
  }

  override run(_configuration: Configuration, environment: Environment): void {
    this.fill(environment);
  }
}

/** A caller of the tests. */
export class User {
  constructor(
    readonly name: string,
    readonly roles: readonly string[] = [],
  ) {}
}

/** The header of a name and a password. */
export function basicHeader(name: string, password: string): { readonly Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/** The callers that `checked` knows, by name and password. */
export const passwords: Readonly<Record<string, { readonly password: string; readonly user: User }>> = {
  ada: { password: 'lovelace', user: new User('ada', ['reader', 'accountant']) },
  bob: { password: 'builder', user: new User('bob', ['reader']) },
};

export function checked({ name, password }: { readonly name: string; readonly password: string }): User | undefined {
  const known = Object.hasOwn(passwords, name) ? passwords[name] : undefined;
  return known?.password === password ? known.user : undefined;
}

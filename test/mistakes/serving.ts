import { Application } from 'keelson';
import type { Environment } from 'keelson';

/** An application with these resources and nothing else. */
export function serving(...resources: readonly object[]): Application {
  return running((environment) => {
    for (const resource of resources) environment.resources.register(resource);
  });
}

/** An application whose `run` does this. */
export function running(run: (environment: Environment) => unknown): Application {
  return new (class MistakenApplication extends Application {
    override async run(_configuration: unknown, environment: Environment): Promise<void> {
      await run(environment);
    }
  })();
}

/** A class that one of the programs imports in the wrong way. */
export class Person {
  name = '';
}

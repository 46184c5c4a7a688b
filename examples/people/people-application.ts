import { Application } from 'keelson';
import type { Bootstrap, Environment } from 'keelson';

import { EmbeddedDatabaseFactory, PostgresDatabaseFactory } from './database/database-factory.js';
import { ManagedDatabase } from './database/managed-database.js';
import { MigrateCommand } from './database/migrate-command.js';
import { PeopleConfiguration } from './people-configuration.js';
import { DuplicateEmailMapper } from './people/duplicate-email.js';
import { PeopleStore } from './people/people-store.js';
import { PeopleVersion1Resource } from './people/people-version1-resource.js';
import { PeopleVersion2Resource } from './people/people-version2-resource.js';

/** Keeps people in a database: what a real service looks like, in little. */
export class PeopleApplication extends Application<PeopleConfiguration> {
  constructor() {
    super(PeopleConfiguration);
  }

  override get name(): string {
    return 'people';
  }

  override initialize(bootstrap: Bootstrap<PeopleConfiguration>): void {
    bootstrap.subtypes.register(EmbeddedDatabaseFactory, PostgresDatabaseFactory);
    bootstrap.addCommand(new MigrateCommand());
  }

  override run(configuration: PeopleConfiguration, environment: Environment): void {
    const database = environment.lifecycle.manage(new ManagedDatabase(configuration.database));
    environment.healthChecks.register('database', async () => {
      await database.query('select 1');
    });
    const people = new PeopleStore(database);
    environment.resources.register(new PeopleVersion1Resource(people));
    environment.resources.register(new PeopleVersion2Resource(people));
    environment.resources.addMapper(new DuplicateEmailMapper());
  }
}

import { ConfiguredCommand } from 'keelson';
import type { Bootstrap } from 'keelson';

import type { PeopleConfiguration } from '../people-configuration.js';
import { migrate } from './migrations.js';

/** `migrate people.yml`: brings the database up to date; run it before the service. */
export class MigrateCommand extends ConfiguredCommand<PeopleConfiguration> {
  constructor() {
    super('migrate', 'Brings the database up to date');
  }

  protected override async runConfigured({ database }: PeopleConfiguration, { output }: Bootstrap<PeopleConfiguration>): Promise<void> {
    const opened = await database.open();
    try {
      await migrate(opened, (title) => output.print(`applied: ${title}`));
      output.print('the database is up to date');
    } finally {
      await opened.close();
    }
  }
}

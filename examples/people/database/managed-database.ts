import type { Managed } from 'keelson';

import type { DatabaseFactory } from './database-factory.js';
import type { Database, Queryable } from './database.js';
import { missingMigrations } from './migrations.js';

/** A database that is opened when the service starts and closed when it stops, after the last request. */
export class ManagedDatabase implements Queryable, Managed {
  private opened: Database | undefined = undefined;

  constructor(private readonly factory: DatabaseFactory) {}

  /** A database that is not up to date stops the start: better no service than one that fails at every other request. */
  async start(): Promise<void> {
    this.opened = await this.factory.open();
    try {
      const missing = await missingMigrations(this.opened);
      if (missing.length > 0)
        throw new Error(`the database lacks ${missing.map(({ title }) => title).join(', ')}; run the command migrate first`);
    } catch (thrown) {
      await this.stop();
      throw thrown;
    }
  }

  async stop(): Promise<void> {
    await this.opened?.close();
    this.opened = undefined;
  }

  query<R extends object>(sql: string, parameters?: readonly unknown[]): Promise<readonly R[]> {
    return this.database.query<R>(sql, parameters);
  }

  script(sql: string): Promise<void> {
    return this.database.script(sql);
  }

  transaction<T>(work: (open: Queryable) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  private get database(): Database {
    if (this.opened === undefined) throw new Error('the database is not open');
    return this.opened;
  }
}

import { mkdir } from 'node:fs/promises';

import { PGlite } from '@electric-sql/pglite';
import type { Transaction } from '@electric-sql/pglite';

import type { Database, Queryable } from './database.js';

/** PostgreSQL inside this process, in a folder on disk: nothing to install, nothing to start. */
export class EmbeddedDatabase implements Database {
  private constructor(private readonly engine: PGlite) {}

  static async open(directory: string): Promise<EmbeddedDatabase> {
    await mkdir(directory, { recursive: true });
    return new EmbeddedDatabase(await PGlite.create(directory));
  }

  async query<R extends object>(sql: string, parameters: readonly unknown[] = []): Promise<readonly R[]> {
    return (await this.engine.query<R>(sql, [...parameters])).rows;
  }

  async script(sql: string): Promise<void> {
    await this.engine.exec(sql);
  }

  transaction<T>(work: (database: Queryable) => Promise<T>): Promise<T> {
    return this.engine.transaction((open) => work(queryableOf(open)));
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

function queryableOf(open: Transaction): Queryable {
  return {
    query: async <R extends object>(sql: string, parameters: readonly unknown[] = []) => (await open.query<R>(sql, [...parameters])).rows,
    script: async (sql) => {
      await open.exec(sql);
    },
  };
}

import { mkdir } from 'node:fs/promises';

import { PGlite } from '@electric-sql/pglite';
import type { Transaction } from '@electric-sql/pglite';

import type { Database, Queryable } from './database.js';

/** PostgreSQL inside this process, in a folder on disk: nothing to install, nothing to start. One process at a time. */
export class EmbeddedDatabase implements Database {
  private readonly plain: Queryable;

  private constructor(private readonly engine: PGlite) {
    this.plain = queryableOf(engine);
  }

  /** Opens the folder; one that is not there yet becomes a new database, which takes some seconds. */
  static async open(directory: string): Promise<EmbeddedDatabase> {
    await mkdir(directory, { recursive: true });
    return new EmbeddedDatabase(await PGlite.create(directory));
  }

  query<R extends object>(sql: string, parameters?: readonly unknown[]): Promise<readonly R[]> {
    return this.plain.query<R>(sql, parameters);
  }

  script(sql: string): Promise<void> {
    return this.plain.script(sql);
  }

  transaction<T>(work: (open: Queryable) => Promise<T>): Promise<T> {
    return this.engine.transaction((open) => work(queryableOf(open)));
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

function queryableOf(engine: PGlite | Transaction): Queryable {
  return {
    query: async <R extends object>(sql: string, parameters: readonly unknown[] = []) => (await engine.query<R>(sql, [...parameters])).rows,
    script: async (sql) => {
      await engine.exec(sql);
    },
  };
}

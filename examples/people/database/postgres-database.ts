import { getLogger } from 'keelson';
import pg from 'pg';

import type { Database, Queryable } from './database.js';

const log = getLogger('people.database.PostgresDatabase');

// A bigint is read as a number: our identities stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A PostgreSQL server, through a pool of connections. */
export class PostgresDatabase implements Database {
  private readonly pool: pg.Pool;
  private readonly plain: Queryable;

  constructor(options: { readonly url: string; readonly maxConnections: number; readonly connectionTimeout: number }) {
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.maxConnections,
      connectionTimeoutMillis: options.connectionTimeout,
      application_name: 'people',
    });
    this.plain = queryableOf(this.pool);
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.pool.on('error', (error) => log.warn('an idle connection broke', error));
  }

  query<R extends object>(sql: string, parameters?: readonly unknown[]): Promise<readonly R[]> {
    return this.plain.query<R>(sql, parameters);
  }

  script(sql: string): Promise<void> {
    return this.plain.script(sql);
  }

  async transaction<T>(work: (open: Queryable) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(queryableOf(client));
      await client.query('commit');
      return result;
    } catch (thrown) {
      // What cannot even be rolled back is a broken connection, and the pool must not hand it out again.
      await client.query('rollback').catch((error: unknown) => (broken = error as Error));
      throw thrown;
    } finally {
      client.release(broken);
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

function queryableOf(client: pg.Pool | pg.PoolClient): Queryable {
  return {
    query: async <R extends object>(sql: string, parameters: readonly unknown[] = []) =>
      (await client.query(sql, [...parameters])).rows as R[],
    script: async (sql) => {
      await client.query(sql);
    },
  };
}

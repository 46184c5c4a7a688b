import pg from 'pg';

import type { Database, Queryable } from './database.js';

// A bigint is read as a number: our identities stay far below 2^53.
pg.types.setTypeParser(20, Number);

/** A PostgreSQL server, through a pool of connections. */
export class PostgresDatabase implements Database {
  private readonly pool: pg.Pool;

  constructor(options: { readonly url: string; readonly password: string | undefined; readonly maxConnections: number }) {
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.maxConnections,
      ...(options.password === undefined ? {} : { password: options.password }),
    });
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.pool.on('error', () => undefined);
  }

  query<R extends object>(sql: string, parameters: readonly unknown[] = []): Promise<readonly R[]> {
    return queryableOf(this.pool).query<R>(sql, parameters);
  }

  script(sql: string): Promise<void> {
    return queryableOf(this.pool).script(sql);
  }

  async transaction<T>(work: (database: Queryable) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      const result = await work(queryableOf(client));
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
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

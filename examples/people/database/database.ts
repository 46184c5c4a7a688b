/** What the service needs of a PostgreSQL database, embedded or not. */
export interface Database {
  query<R extends object>(sql: string, parameters?: readonly unknown[]): Promise<readonly R[]>;
  /** Everything in it happens, or nothing does. */
  transaction<T>(work: (database: Queryable) => Promise<T>): Promise<T>;
  /** Runs a script of several statements. */
  script(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** The part that also works inside a transaction. */
export type Queryable = Pick<Database, 'query' | 'script'>;

/** The error code that PostgreSQL gives to a violated unique constraint, on both kinds of database. */
export const uniqueViolation = '23505';

/** The code of a database error, where it is one. */
export function errorCodeOf(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : undefined;
}

/** What can be asked of a PostgreSQL database, inside a transaction and outside. */
export interface Queryable {
  query<R extends object>(sql: string, parameters?: readonly unknown[]): Promise<readonly R[]>;
  /** Runs a script of several statements. */
  script(sql: string): Promise<void>;
}

/** A PostgreSQL database, embedded or not: the service does not know which. */
export interface Database extends Queryable {
  /** Everything in it happens, or nothing does. */
  transaction<T>(work: (open: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The code that PostgreSQL gives to the violation of a unique index. */
export const uniqueViolation = '23505';

/** The code of a database error, where it is one. */
export function errorCodeOf(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : undefined;
}

import type { Database } from './database.js';

interface Migration {
  readonly version: number;
  readonly title: string;
  readonly sql: string;
}

/** In order, never changed once released: a later change is a later migration. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    title: 'people',
    sql: `create table people (
            id bigint generated always as identity primary key,
            name text not null,
            email text not null unique,
            born date,
            created_at timestamptz not null default now()
          )`,
  },
  { version: 2, title: 'nicknames', sql: 'alter table people add column nick text' },
];

/** Applies what is missing, each in a transaction of its own, and tells the title of each as it is done. */
export async function migrate(database: Database, tell: (title: string) => void): Promise<number> {
  await database.script('create table if not exists migrations (version int primary key, applied_at timestamptz not null default now())');
  const missing = await missingMigrations(database);
  for (const { version, title, sql } of missing) {
    await database.transaction(async (open) => {
      await open.script(sql);
      await open.query('insert into migrations (version) values ($1)', [version]);
    });
    tell(title);
  }
  return missing.length;
}

/** What {@link migrate} would apply; all of them where the database is new. */
export async function missingMigrations(database: Database): Promise<readonly Migration[]> {
  const [table] = await database.query<{ found: boolean }>("select to_regclass('migrations') is not null as found");
  if (table?.found !== true) return migrations;
  const applied = await database.query<{ version: number }>('select version from migrations');
  return migrations.filter(({ version }) => !applied.some((row) => row.version === version));
}

import type { Database, Queryable } from './database.js';

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
    sql: `
      create table people (
        id bigint generated always as identity primary key,
        name text not null,
        email text not null,
        born date,
        created_at timestamptz not null default now()
      );
      create unique index people_email on people (lower(email));`,
  },
  { version: 2, title: 'nicknames', sql: 'alter table people add column nick text' },
];

/** Applies what is missing, each in a transaction of its own, and tells the title of each when it is done. */
export async function migrate(database: Database, tell: (title: string) => void): Promise<void> {
  await database.transaction(async (open) => {
    await takeTurn(open);
    await open.script('create table if not exists migrations (version int primary key, applied_at timestamptz not null default now())');
  });
  for (const migration of migrations) {
    if (await database.transaction((open) => apply(open, migration))) tell(migration.title);
  }
}

/** What {@link migrate} would apply; all of them where the database is new. */
export async function missingMigrations(database: Queryable): Promise<readonly Migration[]> {
  const [table] = await database.query<{ found: boolean }>("select to_regclass('migrations') is not null as found");
  if (table?.found !== true) return migrations;
  const applied = await database.query<{ version: number }>('select version from migrations');
  return migrations.filter(({ version }) => !applied.some((row) => row.version === version));
}

async function apply(open: Queryable, { version, sql }: Migration): Promise<boolean> {
  await takeTurn(open);
  const [done] = await open.query('select version from migrations where version = $1', [version]);
  if (done !== undefined) return false;
  await open.script(sql);
  await open.query('insert into migrations (version) values ($1)', [version]);
  return true;
}

/** Of several that migrate at the same time one goes on, until its transaction ends; the others then find its work done. */
async function takeTurn(open: Queryable): Promise<void> {
  await open.query('select pg_advisory_xact_lock(7211)');
}

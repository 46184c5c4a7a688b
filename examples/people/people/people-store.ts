import { Optional } from 'keelson';

import { errorCodeOf, uniqueViolation } from '../database/database.js';
import type { Database, Queryable } from '../database/database.js';
import { DuplicateEmailError } from './duplicate-email.js';
import type { Page, PageParams } from './page-params.js';
import type { Person, PersonDraft } from './person.js';

// Days and times as text: drivers disagree about what they make of them.
const columns = `id, name, email, nick, born::text as born,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"`;

/** People in the database: all SQL about them is here. */
export class PeopleStore {
  constructor(private readonly database: Omit<Database, 'close'>) {}

  add(draft: PersonDraft): Promise<Person> {
    return insert(this.database, draft);
  }

  /** Adds all of them, or nobody. */
  addAll(drafts: readonly PersonDraft[]): Promise<readonly Person[]> {
    return this.database.transaction(async (open) => {
      const added: Person[] = [];
      for (const draft of drafts) added.push(await insert(open, draft));
      return added;
    });
  }

  async find(id: number): Promise<Optional<Person>> {
    const [person] = await this.database.query<Person>(`select ${columns} from people where id = $1`, [id]);
    return Optional.ofNullable(person);
  }

  async replace(id: number, draft: PersonDraft): Promise<Optional<Person>> {
    const [person] = await refusingDuplicates(draft, () =>
      this.database.query<Person>(`update people set name = $2, email = $3, born = $4, nick = $5 where id = $1 returning ${columns}`, [
        id,
        ...valuesOf(draft),
      ]),
    );
    return Optional.ofNullable(person);
  }

  /** False where there was nobody to remove. */
  async remove(id: number): Promise<boolean> {
    return (await this.database.query('delete from people where id = $1 returning id', [id])).length > 0;
  }

  async page({ page, size }: PageParams): Promise<Page<Person>> {
    const [count] = await this.database.query<{ total: number }>('select count(*) as total from people');
    const items = await this.database.query<Person>(`select ${columns} from people order by id limit $1 offset $2`, [
      size,
      (page - 1) * size,
    ]);
    return { items, total: count?.total ?? 0 };
  }
}

async function insert(database: Queryable, draft: PersonDraft): Promise<Person> {
  const [person] = await refusingDuplicates(draft, () =>
    database.query<Person>(`insert into people (name, email, born, nick) values ($1, $2, $3, $4) returning ${columns}`, valuesOf(draft)),
  );
  return person!;
}

function valuesOf({ name, email, born, nick }: PersonDraft): readonly unknown[] {
  return [name, email, born ?? null, nick ?? null];
}

/** The database alone can tell whether an address is taken: whoever asks first and adds then may come second. */
async function refusingDuplicates<T>({ email }: PersonDraft, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw errorCodeOf(thrown) === uniqueViolation ? new DuplicateEmailError(email, { cause: thrown }) : thrown;
  }
}

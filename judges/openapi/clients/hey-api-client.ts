// A client from @hey-api/openapi-ts, types and calls alike.
import { createClient } from '../.cache/hey-api/client/index.js';
import * as api from '../.cache/hey-api/sdk.gen.js';
import type { Person } from '../.cache/hey-api/types.gen.js';

export async function roundTrip(baseUrl: string): Promise<readonly unknown[]> {
  const client = createClient({ baseUrl });
  const person = await api.bodiesResourcePerson({ client, body: { name: 'Ada', animals: 2, address: { street: 'S', city: 'C' } } });
  const answered: Person | undefined = person.data;
  const list = await api.bodiesResourceList({ client, body: [{ id: 1 }, { id: 2 }] });
  const map = await api.bodiesResourceMap({ client, body: { a: { id: 1 } } });
  const nested = await api.bodiesResourceNested({ client, body: { examples: [{ id: 3 }] } });
  const chosen = await api.bodiesResourceChosen({ client, body: { choice: 'OptionB' } });
  const snake = await api.bodiesResourceSnake({ client, body: { first_name: 'Ada', last_name: null } });
  const found = await api.paramsResourceOptionalInt({ client, query: { num: 4 } });
  const refused = await api.bodiesResourcePerson({ client, body: { name: '' } });
  // @ts-expect-error the document demands a name
  await api.bodiesResourcePerson({ client, body: { animals: 2 } });
  return [answered, list.data, map.data, nested.data, chosen.data, snake.data, found.data, refused.error];
}

// A client from openapi-typescript and openapi-fetch: the types come from the document alone.
import createClient from 'openapi-fetch';

import type { components, paths } from '../.cache/openapi-typescript.js';

type Person = components['schemas']['Person'];

export async function roundTrip(baseUrl: string): Promise<readonly unknown[]> {
  const client = createClient<paths>({ baseUrl });
  const person = await client.POST('/bodies/person', { body: { name: 'Ada', animals: 2, address: { street: 'S', city: 'C' } } });
  const answered: Person | undefined = person.data;
  const list = await client.POST('/bodies/list', { body: [{ id: 1 }, { id: 2 }] });
  const map = await client.POST('/bodies/map', { body: { a: { id: 1 } } });
  const nested = await client.POST('/bodies/nested', { body: { examples: [{ id: 3 }] } });
  const chosen = await client.POST('/bodies/enum', { body: { choice: 'OptionB' } });
  const snake = await client.POST('/bodies/snake', { body: { first_name: 'Ada', last_name: null } });
  const found = await client.GET('/params/optional-int', { params: { query: { num: 4 } }, parseAs: 'text' });
  const refused = await client.POST('/bodies/person', { body: { name: '' } });
  // @ts-expect-error the document demands a name
  await client.POST('/bodies/person', { body: { animals: 2 } });
  return [answered, list.data, map.data, nested.data, chosen.data, snake.data, found.data, refused.error];
}

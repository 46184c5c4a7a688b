import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { ApplicationTest, runCommand } from 'keelson/testing';
import type { CommandOutcome, TestOverrides } from 'keelson/testing';

import { PeopleApplication } from '../../examples/people/people-application.js';
import type { PeopleConfiguration } from '../../examples/people/people-configuration.js';
import type { Person } from '../../examples/people/people/person.js';

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', born: '1815-12-10' };
const grace = { name: 'Grace Hopper', email: 'grace@example.com', born: '1906-12-09', nick: 'Amazing Grace' };

/** What the people service does, whatever its database. Begins with an empty one. */
export function peopleBehave(service: ApplicationTest<PeopleConfiguration>, { configuration, overrides, alsoTest }: PeopleSettings): void {
  test('a database that is not up to date stops the start', async () => {
    await assert.rejects(service.start(), /the database lacks people, nicknames; run the command migrate first/);
  });

  test('migrate brings it up to date', async () => {
    const { exitCode, out, error } = await migratePeople(configuration, overrides());
    assert.deepEqual([exitCode, out, error], [0, 'applied: people\napplied: nicknames\nthe database is up to date\n', '']);
  });

  describe('once it is up to date', () => {
    before(() => service.start());
    after(() => service.stop());

    test('the health check knows the database', async () => {
      const answer = await service.admin.get('/healthcheck');
      assert.equal(answer.status, 200);
      assert.match(answer.text, /^database: OK$/m);
    });

    test('nobody is there at first', async () => {
      const answer = await service.get('/v1/people');
      assert.deepEqual([answer.status, answer.json, answer.header('X-Total-Count')], [200, [], '0']);
      assert.equal((await service.get('/v1/people/1')).status, 404);
      assert.equal((await service.put('/v1/people/1', ada)).status, 404);
      assert.equal((await service.delete('/v1/people/1')).status, 404);
    });

    test('a person is added, found, changed and removed', async () => {
      const added = await service.post<Person>('/v1/people', ada);
      const { id, createdAt } = added.json;
      assert.equal(added.status, 201);
      assert.equal(added.header('Location'), `/v1/people/${id}`);
      assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.deepEqual(added.json, { id, ...ada, nick: null, createdAt });
      assert.deepEqual((await service.get(`/v2/people/${id}`)).json, added.json);

      const changed = await service.put(`/v2/people/${id}`, { ...ada, nick: 'Countess' });
      assert.deepEqual(changed.json, { ...added.json, nick: 'Countess' });

      assert.equal((await service.delete(`/v2/people/${id}`)).status, 204);
      assert.equal((await service.get(`/v1/people/${id}`)).status, 404);
    });

    test('the second version of the API demands more than the first', async () => {
      const person = { name: 'x'.repeat(51), email: 'x@example.com' };
      const second = await service.post('/v2/people', person);
      assert.equal(second.status, 422);
      assert.deepEqual(second.json, { errors: ['name length must be between 0 and 50', 'born may not be null'] });
      const first = await service.post<Person>('/v1/people', person);
      assert.equal(first.status, 201);
      await service.delete(`/v1/people/${first.json.id}`);
      const wrong = await service.post('/v1/people', { name: ' ', email: 'nowhere', born: '2026-02-30' });
      assert.deepEqual(wrong.json, {
        errors: ['name may not be empty', 'email not a well-formed email address', 'born must be a day that has been, as in 1815-12-10'],
      });
      assert.deepEqual((await service.post('/v1/people', null)).json, { errors: ['The request body may not be null'] });
    });

    test('an address that is taken is answered with 409, however it is written', async () => {
      const added = await service.post<Person>('/v2/people', grace);
      const again = await service.post('/v1/people', { ...ada, email: 'Grace@Example.com' });
      assert.equal(again.status, 409);
      assert.deepEqual(again.json, { code: 409, message: 'there is somebody with the address Grace@Example.com already' });
      const other = await service.post<Person>('/v2/people', ada);
      assert.equal((await service.put(`/v2/people/${other.json.id}`, { ...ada, email: grace.email })).status, 409);
      for (const { json } of [added, other]) await service.delete(`/v1/people/${json.id}`);
    });

    test('of two who take the same address at the same time, one gets it', async () => {
      const statuses = (await Promise.all([1, 2, 3, 4].map(() => service.post('/v2/people', ada)))).map(({ status }) => status);
      assert.deepEqual(
        statuses.toSorted((a, b) => a - b),
        [201, 409, 409, 409],
      );
      await removeEverybody(service);
    });

    test('many are added together, or nobody is', async () => {
      const refused = await service.post('/v2/people/import', [ada, grace, { ...ada, email: 'ADA@example.com' }]);
      assert.equal(refused.status, 409);
      assert.equal((await service.get('/v2/people')).header('X-Total-Count'), '0');
      const invalid = await service.post('/v2/people/import', [ada, { ...grace, nick: '?' }]);
      assert.deepEqual([invalid.status, invalid.json], [422, { errors: ['[1].nick length must be between 2 and 20'] }]);
      const added = await service.post<Person[]>('/v2/people/import', [ada, grace]);
      assert.deepEqual([added.status, added.json.map(({ name }) => name)], [201, [ada.name, grace.name]]);
      await removeEverybody(service);
    });

    test('a long list comes in pages that know their neighbours', async () => {
      const crowd = Array.from({ length: 5 }, (_, number) => ({ ...ada, name: `Nr ${number}`, email: `nr${number}@example.com` }));
      await service.post('/v2/people/import', crowd);
      const page = await service.get<Person[]>('/v2/people?page=2&size=2');
      assert.deepEqual(
        page.json.map(({ name }) => name),
        ['Nr 2', 'Nr 3'],
      );
      assert.equal(page.header('X-Total-Count'), '5');
      assert.equal(
        page.header('Link'),
        '</v2/people?page=1&size=2>; rel="first", </v2/people?page=1&size=2>; rel="prev", ' +
          '</v2/people?page=3&size=2>; rel="next", </v2/people?page=3&size=2>; rel="last"',
      );
      assert.equal((await service.get<Person[]>('/v2/people?page=9&size=2')).json.length, 0);
      const wrong = await service.get('/v2/people?page=0&size=101');
      assert.deepEqual(
        [wrong.status, wrong.json],
        [400, { errors: ['query param page must be greater than or equal to 1', 'query param size must be less than or equal to 100'] }],
      );
      await removeEverybody(service);
    });

    test('what was accepted before a stop is there after the next start', async () => {
      const posts = Array.from({ length: 20 }, (_, number) => service.post('/v2/people', { ...ada, email: `${number}@example.com` }));
      const outcomes = Promise.allSettled(posts);
      await posts[0];
      await service.stop();
      const accepted = (await outcomes).filter((outcome) => outcome.status === 'fulfilled' && outcome.value.status === 201);
      assert.notEqual(accepted.length, 0);
      await service.start();
      assert.equal((await service.get('/v2/people')).header('X-Total-Count'), String(accepted.length));
    });

    alsoTest?.();
  });
}

/** Where the service takes its configuration from. */
export interface PeopleSettings {
  readonly configuration: string;
  readonly overrides: () => TestOverrides;
  /** What else is to be seen while the service runs. */
  readonly alsoTest?: () => void;
}

/** Runs the command `migrate`. */
export function migratePeople(configuration: string, overrides: TestOverrides): Promise<CommandOutcome> {
  const words = Object.entries(overrides).map(([path, value]) => `-Dsvc.${path}=${value}`);
  return runCommand(new PeopleApplication(), 'migrate', configuration, ...words);
}

async function removeEverybody(service: ApplicationTest<PeopleConfiguration>): Promise<void> {
  for (const { id } of (await service.get<Person[]>('/v1/people?size=100')).json) await service.delete(`/v1/people/${id}`);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  Consumes,
  ConflictException,
  FormParam,
  GET,
  JsonProperty,
  NotEmpty,
  NotNull,
  POST,
  Path,
  PathParam,
  Produces,
  Reply,
  Valid,
} from 'keelson';
import type { ExceptionMapper, RequestContext, ResponseContext } from 'keelson';
import { ResourceModelError } from 'keelson/resources';
import { ResourceTest } from 'keelson/testing';

class Person {
  @JsonProperty @NotEmpty name!: string;
}

class NoSuchPersonError extends Error {}

@Path('/person')
class PersonResource {
  @GET @Path('/{name}') find(@PathParam('name') name: string): Person {
    if (name === 'nobody') throw new NoSuchPersonError(name);
    return Object.assign(new Person(), { name });
  }
  @POST add(@Valid @NotNull person: Person): Reply {
    if (person.name === 'Ada') throw new ConflictException();
    return Reply.created(`/person/${person.name}`).body(person);
  }
  @POST
  @Path('/form')
  @Consumes('application/x-www-form-urlencoded')
  @Produces('text/plain')
  form(@FormParam('name') name: string): string {
    return name;
  }
}

const missingMapper: ExceptionMapper<NoSuchPersonError> = {
  type: NoSuchPersonError,
  toReply: ({ message }) => Reply.status(404).body({ missing: message }),
};

const serverFilter = {
  filterResponse(_request: RequestContext, response: ResponseContext): void {
    response.setHeader('Server', 'test');
  },
};

const people = new ResourceTest([new PersonResource()], { mappers: [missingMapper], filters: [serverFilter] });

test('resources answer with their binding, validation, mappers and filters', async () => {
  const found = await people.get<Person>('/person/Grace');
  assert.equal(found.status, 200);
  assert.equal(found.json.name, 'Grace');
  assert.equal(found.header('server'), 'test');
  assert.deepEqual((await people.get('/person/nobody')).json, { missing: 'nobody' });
  assert.equal((await people.post('/person', { name: 'Ada' })).status, 409);
  const invalid = await people.post('/person', { name: '' });
  assert.deepEqual([invalid.status, invalid.json], [422, { errors: ['name may not be empty'] }]);
  const created = await people.post('/person', { name: 'Alan' });
  assert.deepEqual([created.status, created.header('Location'), created.text], [201, '/person/Alan', '{"name":"Alan"}']);
});

test('a form goes as a form, and a request as it is given', async () => {
  assert.equal((await people.post('/person/form', new URLSearchParams({ name: 'Ada L' }))).text, 'Ada L');
  const malformed = await people.request({ method: 'POST', path: '/person', headers: { 'Content-Type': 'application/json' }, body: '{' });
  assert.deepEqual(malformed.json, {
    code: 400,
    message: 'Unable to process JSON',
    details: 'Malformed JSON at line 1, column 2: expected a property name in double quotes, found the end of the document',
  });
  assert.equal((await people.post('/person', { name: 'x' }, { 'content-type': 'text/plain' })).status, 406);
  assert.equal((await people.put('/person')).status, 405);
  assert.equal((await people.head('/person/Ada')).text, '');
});

test('settings are those of the server', async () => {
  const strict = new ResourceTest([PersonResource], { unsupportedMediaTypeStatus: 415, maxRequestBodySize: 10 });
  assert.equal((await strict.post('/person', {}, { 'Content-Type': 'text/plain' })).status, 415);
  assert.equal((await strict.post('/person', { name: 'too long' })).status, 413);
});

test('what a service would refuse at its start is refused here', () => {
  @Path('/broken')
  class BrokenResource {
    @GET @Path('/{id}') find(@PathParam('name') _name: string): string {
      return '';
    }
  }
  assert.throws(() => new ResourceTest([BrokenResource]), ResourceModelError);
});

test('an answer that is not JSON is shown, and a path without its slash refused', async () => {
  const answer = await people.post('/person/form', new URLSearchParams({ name: 'Ada' }));
  assert.throws(() => answer.json, { code: 'KEELSON_TEST_ANSWER', message: 'The answer to POST /person/form is not JSON: 200 "Ada"' });
  await assert.rejects(people.get('person'), {
    code: 'KEELSON_TEST_USAGE',
    message: 'The path person does not begin with "/"; write /person',
  });
});

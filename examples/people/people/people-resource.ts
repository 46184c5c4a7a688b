import {
  BeanParam,
  Context,
  DELETE,
  Doc,
  GET,
  LongParam,
  NotFoundException,
  Path,
  PathParam,
  Reply,
  RequestContext,
  Returns,
  Throws,
  Timed,
  Valid,
  listOf,
} from 'keelson';
import type { Optional } from 'keelson';

import { PageParams, pageLinks } from './page-params.js';
import type { PeopleStore } from './people-store.js';
import { Person } from './person.js';

/** What all versions of the API have in common: reading and removing. */
export abstract class PeopleResource {
  constructor(protected readonly people: PeopleStore) {}

  @GET
  @Timed
  @Doc('Lists people, a page at a time.')
  @Returns(listOf(Person), { headers: { Link: 'The first, previous, next and last page.', 'X-Total-Count': 'How many there are.' } })
  async list(@BeanParam @Valid page: PageParams, @Context request: RequestContext): Promise<Reply<readonly Person[]>> {
    const { items, total } = await this.people.page(page);
    const links = pageLinks(page, total, (number) => request.uriOf(this.version, 'list', {}, { page: number, size: page.size }));
    return Reply.ok(items).header('Link', links).header('X-Total-Count', total);
  }

  @GET
  @Path('/{id}')
  @Returns(Person)
  find(@PathParam('id') id: LongParam): Promise<Optional<Person>> {
    return this.people.find(id.get());
  }

  @DELETE
  @Path('/{id}')
  @Returns(204)
  @Throws(NotFoundException, { when: 'Nobody has this ID.' })
  async remove(@PathParam('id') id: LongParam): Promise<void> {
    if (!(await this.people.remove(id.get()))) throw new NotFoundException();
  }

  /** 201, and where the new person is found from now on. */
  protected created(person: Person, request: RequestContext): Reply<Person> {
    return Reply.created(request.uriOf(this.version, 'find', { id: person.id })).body(person);
  }

  private get version(): new (...args: never[]) => PeopleResource {
    return this.constructor as new (...args: never[]) => PeopleResource;
  }
}

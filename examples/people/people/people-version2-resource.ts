import {
  Context,
  LongParam,
  NotNull,
  POST,
  PUT,
  Path,
  PathParam,
  Reply,
  RequestContext,
  Returns,
  Size,
  Throws,
  Valid,
  Validated,
  listOf,
} from 'keelson';
import type { Optional } from 'keelson';

import { DuplicateEmailError } from './duplicate-email.js';
import { PeopleResource } from './people-resource.js';
import { Person, PersonDraft, Version1, Version2 } from './person.js';

/** The API as it is now: stricter about people, and able to take many at once. */
@Path('/v2/people')
export class PeopleVersion2Resource extends PeopleResource {
  @POST
  @Returns(Person, { status: 201, headers: { Location: 'Where the person is found.' } })
  @Throws(DuplicateEmailError)
  async add(@Valid @Validated(Version1, Version2) @NotNull draft: PersonDraft, @Context request: RequestContext): Promise<Reply<Person>> {
    return this.created(await this.people.add(draft), request);
  }

  /** All of them are added, or nobody is. */
  @POST
  @Path('/import')
  @Returns(listOf(Person), { status: 201 })
  @Throws(DuplicateEmailError)
  async addAll(
    @Valid(listOf(PersonDraft)) @Validated(Version1, Version2) @NotNull @Size({ min: 1, max: 1000 }) drafts: PersonDraft[],
  ): Promise<Reply<readonly Person[]>> {
    return Reply.status(201).body(await this.people.addAll(drafts));
  }

  @PUT
  @Path('/{id}')
  @Returns(Person)
  @Throws(DuplicateEmailError)
  replace(@PathParam('id') id: LongParam, @Valid @Validated(Version1, Version2) @NotNull draft: PersonDraft): Promise<Optional<Person>> {
    return this.people.replace(id.get(), draft);
  }
}

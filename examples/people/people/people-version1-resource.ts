import { Context, LongParam, NotNull, POST, PUT, Path, PathParam, Reply, RequestContext, Returns, Throws, Valid, Validated } from 'keelson';
import type { Optional } from 'keelson';

import { DuplicateEmailError } from './duplicate-email.js';
import { PeopleResource } from './people-resource.js';
import { Person, PersonDraft, Version1 } from './person.js';

/** The API as it once began: clients that know no better are still welcome. */
@Path('/v1/people')
export class PeopleVersion1Resource extends PeopleResource {
  @POST
  @Returns(Person, { status: 201, headers: { Location: 'Where the person is found.' } })
  @Throws(DuplicateEmailError)
  async add(
    @Valid @Validated(Version1) @NotNull({ groups: Version1 }) draft: PersonDraft,
    @Context request: RequestContext,
  ): Promise<Reply<Person>> {
    return this.created(await this.people.add(draft), request);
  }

  @PUT
  @Path('/{id}')
  @Returns(Person)
  @Throws(DuplicateEmailError)
  replace(
    @PathParam('id') id: LongParam,
    @Valid @Validated(Version1) @NotNull({ groups: Version1 }) draft: PersonDraft,
  ): Promise<Optional<Person>> {
    return this.people.replace(id.get(), draft);
  }
}

import { Context, LongParam, NotNull, POST, PUT, Path, PathParam, Reply, RequestContext, Returns, Valid, Validated } from 'keelson';
import type { Optional } from 'keelson';

import { PeopleResource } from './people-resource.js';
import { PersonDraft, Version1 } from './person.js';
import type { Person } from './person.js';

/** The API as it once began: clients that know no better are still welcome. */
@Path('/v1/people')
export class PeopleVersion1Resource extends PeopleResource {
  @POST
  @Returns(201)
  async add(
    @Valid @Validated(Version1) @NotNull({ groups: Version1 }) draft: PersonDraft,
    @Context request: RequestContext,
  ): Promise<Reply> {
    return this.created(await this.people.add(draft), request);
  }

  @PUT
  @Path('/{id}')
  replace(
    @PathParam('id') id: LongParam,
    @Valid @Validated(Version1) @NotNull({ groups: Version1 }) draft: PersonDraft,
  ): Promise<Optional<Person>> {
    return this.people.replace(id.get(), draft);
  }
}

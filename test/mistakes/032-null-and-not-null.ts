// noticed: start
// says: Person.name: @Null and @NotNull
// says: leave no value that meets both
import { JsonProperty, NotNull, POST, Path, Valid } from 'keelson';
import { Null } from 'keelson/validation';

import { serving } from './serving.js';

class Person {
  @JsonProperty @Null @NotNull name!: string;
}
@Path('/people')
class PeopleResource {
  @POST add(@Valid person: Person) {
    return person;
  }
}
export default serving(PeopleResource);

// noticed: start
// says: PersonResource: its constructor takes arguments
// says: give register an instance
import { GET, Path } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PersonResource {
  constructor(readonly name: string) {}
  @GET all() {
    return this.name;
  }
}
export default serving(PersonResource);

// noticed: start
// says: PeopleResource.all, parameter 1
// says: @DefaultValue('nmae')
import { DefaultValue, GET, OneOf, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

@Path('/people')
class PeopleResource {
  @GET all(@QueryParam('sort') @DefaultValue('nmae') @OneOf(['name', 'age']) sort: string) {
    return sort;
  }
}
export default serving(PeopleResource);

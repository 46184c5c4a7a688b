// noticed: start
// says: PeopleResource.all, parameter 1
// says: a @BeanParam must be declared as a class
import { BeanParam, GET, Path } from 'keelson';

import { serving } from './serving.js';

interface Paging {
  page: number;
}
@Path('/people')
class PeopleResource {
  @GET all(@BeanParam paging: Paging) {
    return paging;
  }
}
export default serving(PeopleResource);

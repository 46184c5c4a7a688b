// noticed: start
// says: the bean Paging holds itself
import { BeanParam, GET, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

class Paging {
  @QueryParam('page') page: number = 1;
  @BeanParam inner!: Paging;
}
@Path('/people')
class PeopleResource {
  @GET all(@BeanParam paging: Paging) {
    return paging.page;
  }
}
export default serving(PeopleResource);

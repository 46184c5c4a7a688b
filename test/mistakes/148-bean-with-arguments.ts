// noticed: start
// says: the constructor of Paging takes arguments
import { BeanParam, GET, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

class Paging {
  constructor(readonly size: number) {}
  @QueryParam('page') page: number = 1;
}
@Path('/people')
class PeopleResource {
  @GET all(@BeanParam paging: Paging) {
    return paging;
  }
}
export default serving(PeopleResource);

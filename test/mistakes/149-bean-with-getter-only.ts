// noticed: start
// says: Paging.page: has no setter
import { BeanParam, GET, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

class Paging {
  @QueryParam('page') get page(): string {
    return '1';
  }
}
@Path('/people')
class PeopleResource {
  @GET all(@BeanParam paging: Paging) {
    return paging.page;
  }
}
export default serving(PeopleResource);

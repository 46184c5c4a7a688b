// noticed: warn
// says: PeopleResource.all, parameter 1
// says: Paging has constraints
// says: @Valid
import { BeanParam, GET, Min, Path, QueryParam } from 'keelson';

import { serving } from './serving.js';

class Paging {
  @QueryParam('page') @Min(1) page: number = 1;
}
@Path('/people')
class PeopleResource {
  @GET all(@BeanParam paging: Paging) {
    return paging.page;
  }
}
export default serving(PeopleResource);

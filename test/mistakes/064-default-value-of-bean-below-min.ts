// noticed: start
// says: Paging.page
// says: @DefaultValue('0')
import { BeanParam, DefaultValue, GET, Int, Min, Path, QueryParam, Valid } from 'keelson';

import { serving } from './serving.js';

class Paging {
  @QueryParam('page', Int) @DefaultValue('0') @Min(1) page!: number;
}
@Path('/people')
class PeopleResource {
  @GET all(@Valid @BeanParam paging: Paging) {
    return paging.page;
  }
}
export default serving(PeopleResource);

// noticed: start
// says: PeopleResource.all, parameter 1
// says: no field of Paging has a parameter annotation
import { BeanParam, GET, JsonProperty, Path } from 'keelson';

import { serving } from './serving.js';

class Paging {
  @JsonProperty page: number = 1;
}
@Path('/people')
class PeopleResource {
  @GET all(@BeanParam paging: Paging) {
    return paging;
  }
}
export default serving(PeopleResource);

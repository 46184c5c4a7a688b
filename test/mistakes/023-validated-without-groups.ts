// noticed: compile
// says: Expected at least 1 argument
import { NotEmpty, POST, Path, Valid, Validated } from 'keelson';

import { serving } from './serving.js';

class Draft {
  @NotEmpty name!: string;
}
@Path('/drafts')
class DraftResource {
  @POST add(@Valid @Validated() draft: Draft) {
    return draft;
  }
}
export default serving(DraftResource);

// noticed: start
// says: DraftResource.add
// says: V2
import { NotEmpty, POST, Path, Valid, Validated, group } from 'keelson';

import { serving } from './serving.js';

class Draft {
  @NotEmpty name!: string;
}
const V2 = group('V2');
@Path('/drafts')
class DraftResource {
  @POST add(@Valid @Validated(V2) draft: Draft) {
    return draft;
  }
}
export default serving(DraftResource);

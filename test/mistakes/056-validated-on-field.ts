// noticed: start
// says: Draft.name: @Validated
import { NotEmpty, POST, Path, Valid, Validated, group } from 'keelson';

import { serving } from './serving.js';

const V1 = group('V1');
class Draft {
  @Validated(V1) @NotEmpty name!: string;
}
@Path('/drafts')
class DraftResource {
  @POST add(@Valid draft: Draft) {
    return draft;
  }
}
export default serving(DraftResource);

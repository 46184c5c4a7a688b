// noticed: start
// says: DraftResource.add
// says: @Validated
// says: @Valid
import { NotEmpty, POST, Path, Validated, group } from 'keelson';

import { serving } from './serving.js';

const V1 = group('V1');
class Draft {
  @NotEmpty({ groups: V1 }) name!: string;
}
@Path('/drafts')
class DraftResource {
  @POST add(@Validated(V1) draft: Draft) {
    return draft;
  }
}
export default serving(DraftResource);

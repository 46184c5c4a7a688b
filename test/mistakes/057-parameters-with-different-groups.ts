// noticed: start
// says: DraftResource.add
// says: different groups
import { Min, NotEmpty, POST, Path, QueryParam, Valid, Validated, group } from 'keelson';

import { serving } from './serving.js';

const V1 = group('V1');
const V2 = group('V2');
class Draft {
  @NotEmpty({ groups: [V1, V2] }) name!: string;
}
@Path('/drafts')
class DraftResource {
  @POST add(@Valid @Validated(V1) draft: Draft, @QueryParam('n') @Validated(V2) @Min(1) n: number) {
    return [draft, n];
  }
}
export default serving(DraftResource);

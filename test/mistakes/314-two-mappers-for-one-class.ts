// noticed: start
// says: OutOfStock
// says: FirstMapper
// says: SecondMapper
// says: replaceMapper
import { Reply } from 'keelson';
import type { ExceptionMapper } from 'keelson';

import { running } from './serving.js';

class OutOfStock extends Error {}
class FirstMapper implements ExceptionMapper<OutOfStock> {
  readonly type = OutOfStock;
  toReply(): Reply {
    return Reply.status(409);
  }
}
class SecondMapper implements ExceptionMapper<OutOfStock> {
  readonly type = OutOfStock;
  toReply(): Reply {
    return Reply.status(410);
  }
}
export default running((environment) => environment.resources.addMapper(FirstMapper).addMapper(SecondMapper));

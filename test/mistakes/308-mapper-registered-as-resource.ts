// noticed: compile
// says: this is an exception mapper: add it with addMapper
import { Reply } from 'keelson';
import type { ExceptionMapper } from 'keelson';

import { running } from './serving.js';

class OutOfStock extends Error {}
class OutOfStockMapper implements ExceptionMapper<OutOfStock> {
  readonly type = OutOfStock;
  toReply(): Reply {
    return Reply.status(409);
  }
}
export default running((environment) => environment.resources.register(new OutOfStockMapper()));

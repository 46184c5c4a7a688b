// noticed: start
// says: OutOfStockMapper
// says: type
// says: class
import { Reply } from 'keelson';
import type { ExceptionMapper } from 'keelson';

import { running } from './serving.js';

class OutOfStockMapper {
  readonly type = 'OutOfStock';
  toReply(): Reply {
    return Reply.status(409);
  }
}
export default running((environment) => environment.resources.addMapper(new OutOfStockMapper() as unknown as ExceptionMapper<Error>));

// noticed: start
// says: OutOfStockMapper
// says: type
import { Reply } from 'keelson';
import type { ExceptionMapper } from 'keelson';

import { running } from './serving.js';

class OutOfStock extends Error {}
class OutOfStockMapper {
  toReply(_error: OutOfStock): Reply {
    return Reply.status(409);
  }
}
export default running((environment) => environment.resources.addMapper(new OutOfStockMapper() as unknown as ExceptionMapper<OutOfStock>));

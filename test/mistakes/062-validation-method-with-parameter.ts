// noticed: start
// says: Order.isTotal: a @ValidationMethod takes no parameters
import { JsonProperty, POST, Path, Valid, ValidationMethod } from 'keelson';

import { serving } from './serving.js';

class Order {
  @JsonProperty total!: number;
  @ValidationMethod({ message: 'wrong' }) isTotal(limit: number): boolean {
    return this.total < limit;
  }
}
@Path('/orders')
class OrderResource {
  @POST add(@Valid order: Order) {
    return order;
  }
}
export default serving(OrderResource);

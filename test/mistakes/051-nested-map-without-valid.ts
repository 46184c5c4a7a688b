// noticed: warn
// says: Order.items
// says: Item has constraints
import { JsonProperty, NotEmpty, POST, Path, Valid, mapOf } from 'keelson';

import { serving } from './serving.js';

class Item {
  @NotEmpty name!: string;
}
class Order {
  @JsonProperty(mapOf(Item)) items!: Map<string, Item>;
}
@Path('/orders')
class OrderResource {
  @POST add(@Valid order: Order) {
    return order;
  }
}
export default serving(OrderResource);

// noticed: warn
// says: Order.items
// says: Item has constraints
// says: @Valid
import { JsonProperty, NotEmpty, POST, Path, Valid, listOf } from 'keelson';

import { serving } from './serving.js';

class Item {
  @NotEmpty name!: string;
}
class Order {
  @JsonProperty(listOf(Item)) @NotEmpty items!: Item[];
}
@Path('/orders')
class OrderResource {
  @POST add(@Valid order: Order) {
    return order;
  }
}
export default serving(OrderResource);

// noticed: compile
// says: message
import { ValidationMethod } from 'keelson';

class Order {
  @ValidationMethod() isTotal(): boolean {
    return true;
  }
}
export default Order;

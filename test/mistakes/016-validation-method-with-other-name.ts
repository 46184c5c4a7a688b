// noticed: compile
// says: @ValidationMethod stands on methods whose name begins with \"is\"
import { ValidationMethod } from 'keelson';

class Order {
  @ValidationMethod({ message: 'wrong' }) checkTotal(): boolean {
    return true;
  }
}
export default Order;

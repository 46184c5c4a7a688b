// noticed: compile
// says: @ValidationMethod stands on methods that return boolean
import { ValidationMethod } from 'keelson';

class Order {
  @ValidationMethod({ message: 'wrong' }) isTotal(): string {
    return '';
  }
}
export default Order;

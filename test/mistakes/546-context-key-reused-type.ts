// noticed: compile
// says: error
import { ContextKey, RequestContext } from 'keelson';
import type { RequestFilter } from 'keelson';

import { running } from './serving.js';

const CurrentUser = new ContextKey<string>('CurrentUser');
class UserFilter implements RequestFilter {
  filterRequest(request: RequestContext): void {
    request.set(CurrentUser, 5);
  }
}
export default running((environment) => environment.resources.addFilter(UserFilter));

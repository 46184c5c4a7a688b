// Components given to a verb that does not take them.
import { GET, Path, Reply } from 'keelson';
import type { Environment, ExceptionMapper, RequestFilter } from 'keelson';

class AuditFilter implements RequestFilter {
  filterRequest(): void {}
}

class FaultMapper implements ExceptionMapper<RangeError> {
  readonly type = RangeError;
  toReply(): Reply {
    return Reply.status(409);
  }
}

@Path('/people')
class People {
  constructor(readonly store: object) {}
  @GET list(): string[] {
    return [];
  }
}

export function register({ resources }: Environment): void {
  // error TS2345: 'this is a filter: add it with addFilter'
  resources.register(new AuditFilter());
  // error TS2345: 'this is a filter: add it with addFilter'
  resources.register(AuditFilter);
  // error TS2345: 'this is an exception mapper: add it with addMapper'
  resources.register(new FaultMapper());
  // error TS2345: Argument of type 'string' is not assignable to parameter of type 'object'
  resources.register('people');
  // error TS2345: Argument of type 'FaultMapper' is not assignable to parameter of type 'OrClass<RequestFilter | ResponseFilter>'
  resources.addFilter(new FaultMapper());
  // error TS2345: Argument of type 'AuditFilter' is not assignable to parameter of type
  resources.addMapper(new AuditFilter());
  // error TS2345: Argument of type 'People' is not assignable to parameter of type 'OrClass<DynamicFeature>'
  resources.addFeature(new People({}));
}

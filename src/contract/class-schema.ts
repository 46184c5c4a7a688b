import { JsonMappingError, describeProblem } from '../json/json-errors.js';
import type { JsonProblem } from '../json/json-errors.js';
import { JsonMapper } from '../json/json-mapper.js';
import type { SchemaIssue, SchemaResult, StandardSchema } from '../reflection/standard-schema.js';
import type { Class } from '../reflection/type-ref.js';
import { Validator } from '../validation/validator.js';
import type { PathNode, Violation } from '../validation/violation.js';

/**
 * Makes a class a [Standard Schema](https://standardschema.dev), for libraries that take one: its `validate` reads JSON values as the body of
 * a request is read, and checks the constraints of the class.
 *
 * @example const router = t.procedure.input(standardSchema(Person));
 */
export function standardSchema<T extends object>(type: Class<T>): StandardSchema<unknown, T> {
  const mapper = new JsonMapper();
  const validator = new Validator();
  const validate = (value: unknown): SchemaResult<T> => {
    let read: T | null;
    try {
      read = mapper.readValue(type, value);
    } catch (error) {
      if (!(error instanceof JsonMappingError)) throw error;
      return { issues: error.problems.map(issueOfProblem) };
    }
    if (read === null) return { issues: [{ message: `expected ${type.name}, found ${value === null ? 'null' : 'nothing'}` }] };
    const violations = validator.validate(read);
    return violations.length === 0 ? { value: read } : { issues: violations.map(issueOfViolation) };
  };
  return { '~standard': { version: 1, vendor: 'keelson', validate } };
}

function issueOfProblem(problem: JsonProblem): SchemaIssue {
  return { message: describeProblem({ ...problem, path: '' }), path: problem.keys };
}

function issueOfViolation({ message, nodes }: Violation): SchemaIssue {
  return { message, path: nodes.map(keyOf) };
}

function keyOf(node: PathNode): PropertyKey {
  switch (node.kind) {
    case 'property':
      return node.name;
    case 'index':
      return node.index;
    case 'key':
      return node.key;
  }
}

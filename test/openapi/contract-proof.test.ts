import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ConformanceApplication } from '../../examples/conformance/conformance-application.js';
import { Application } from '../../src/application/application.js';
import { Configuration } from '../../src/application/configuration.js';
import type { Environment } from '../../src/application/environment.js';
import { Returns } from '../../src/contract/annotations/returns-annotation.js';
import { POST, Path } from '../../src/contract/annotations/routing-annotations.js';
import { JsonProperty } from '../../src/json/json-annotations.js';
import { Int } from '../../src/reflection/type-token.js';
import { ApplicationTest } from '../../src/testing/application-test.js';
import { ContractProofError, proveContract } from '../../src/testing/contract-proof.js';
import { Valid } from '../../src/validation/constraint-annotations.js';
import { constraint } from '../../src/validation/constraint.js';
import { NotNull } from '../../src/validation/presence-constraints.js';
import { EveryRuleApplication } from './every-rule-application.js';

// Their parameters say how long they take.
const slow = ['BeyondResource.slow', 'BeyondResource.block', 'BeyondResource.events'];

test('the conformance application does what its document says', async () => {
  await using service = await new ApplicationTest(new ConformanceApplication(), {
    configuration: 'examples/conformance/conformance.yml',
  }).start();
  const { requests, unproven } = await proveContract(service, { except: slow });
  assert.deepEqual(unproven, []);
  assert.ok(requests > 1500, `only ${requests} requests`);
});

test('every constraint and every type is published as it is enforced', async () => {
  await using service = await new ApplicationTest(new EveryRuleApplication()).start();
  const { requests, unproven } = await proveContract(service);
  assert.deepEqual(unproven, []);
  assert.ok(requests > 1000, `only ${requests} requests`);
});

const Even = constraint<number>({
  name: 'Even',
  message: 'must be even',
  test: (value) => value % 2 === 0,
  schema: () => ({ multipleOf: 5 }),
});

class Pair {
  @JsonProperty(Int) @Even count: number = 0;
}

class Answered {
  @JsonProperty @NotNull name!: string;
}

@Path('/wrong')
class WrongResource {
  @POST @Path('/pairs') @Returns(204) pairs(@NotNull @Valid _pair: Pair): void {}

  @POST @Path('/answers') @Returns(Answered) answers(): Answered {
    return { name: 5 } as unknown as Answered;
  }

  @POST @Path('/statuses') @Returns(201) statuses(): string {
    return 'text';
  }
}

class WrongApplication extends Application {
  constructor() {
    super(Configuration);
  }

  override run(_configuration: Configuration, environment: Environment): void {
    environment.resources.register(WrongResource);
  }
}

test('a schema that is not the rule, and answers that are not in the document, are found', async () => {
  await using service = await new ApplicationTest(new WrongApplication()).start();
  await assert.rejects(proveContract(service), (error: ContractProofError) => {
    assert.deepEqual(error.disagreements.toSorted(), [
      'POST /wrong/answers: the body of the answer 200 is not as the document says: {"name":5}',
      'POST /wrong/pairs: the document allows the body {"count":-5}, but the service answers 422 {"errors":["count must be even"]}',
      'POST /wrong/pairs: the document allows the body {"count":5,"no such property":1}, but the service answers 422 {"errors":["count must be even"]}',
      'POST /wrong/pairs: the document allows the body {"count":5}, but the service answers 422 {"errors":["count must be even"]}',
      'POST /wrong/pairs: the document allows this, but the service answers 422 {"errors":["count must be even"]}',
      'POST /wrong/pairs: the document does not allow the body {"count":-2147483648}, but the service answers 204',
      'POST /wrong/pairs: the document does not allow the body {"count":2147483646}, but the service answers 204',
      'POST /wrong/statuses: the answer 200 is not in the document',
    ]);
    return true;
  });
});

import { JsonProperty } from '../../../src/json/json-annotations.js';
import { JsonMapper } from '../../../src/json/json-mapper.js';
import { Json, listOf } from '../../../src/reflection/type-token.js';
import { Valid } from '../../../src/validation/constraint-annotations.js';
import { NotEmpty, NotNull } from '../../../src/validation/presence-constraints.js';
import { Validator } from '../../../src/validation/validator.js';
import { describeViolation } from '../../../src/validation/violation.js';

class Item {
  @NotEmpty name!: string;
  @JsonProperty(Json) @NotNull count!: unknown;
}
class Order {
  @Valid(listOf(Item)) items!: Item[];
}

// A third of a million elements, each with two violations.
const order = new JsonMapper().read(Order, `{"items":[${'{},'.repeat(333_000)}{}]}`);
const messages = new Validator().validate(order).map(describeViolation);
process.stdout.write(`${messages.length} violations, the last: ${messages.at(-1)}\n`);
